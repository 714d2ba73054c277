#!/bin/sh
# Runs scorekeeper commands with the user, settings and folder of the service, for root.
# Install it as /usr/local/sbin/scorekeeper.
exec systemd-run --quiet --pipe --wait --collect --uid=scorekeeper --gid=scorekeeper \
    --setenv=SCOREKEEPER_DATA=/var/lib/scorekeeper \
    --property=EnvironmentFile=-/etc/scorekeeper.env \
    /opt/scorekeeper/bin/scorekeeper "$@"
