#!/bin/sh
# The commands of scorekeeper with user, settings and folder of the service, for root:
# as /usr/local/sbin/scorekeeper.
exec systemd-run --quiet --pipe --wait --collect --uid=scorekeeper --gid=scorekeeper \
    --setenv=SCOREKEEPER_DATA=/var/lib/scorekeeper \
    --property=EnvironmentFile=-/etc/scorekeeper.env \
    /opt/scorekeeper/bin/scorekeeper "$@"
