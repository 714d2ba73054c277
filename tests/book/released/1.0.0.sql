CREATE TABLE devices (
	id SERIAL NOT NULL, 
	secret_hash BYTEA NOT NULL, 
	created_at TIMESTAMP WITH TIME ZONE NOT NULL, 
	seen_at TIMESTAMP WITH TIME ZONE NOT NULL, 
	phone VARCHAR(22) NOT NULL, 
	name VARCHAR(40), 
	replaces_id INTEGER, 
	CONSTRAINT pk_devices PRIMARY KEY (id), 
	CONSTRAINT ck_devices_secret_hash_length CHECK (length(secret_hash) BETWEEN 32 AND 32), 
	CONSTRAINT ck_devices_phone_length CHECK (length(phone) BETWEEN 22 AND 22), 
	CONSTRAINT ck_devices_name_length CHECK (length(name) BETWEEN 1 AND 40), 
	CONSTRAINT uq_devices_secret_hash UNIQUE (secret_hash), 
	CONSTRAINT fk_devices_replaces_id FOREIGN KEY(replaces_id) REFERENCES devices (id) ON DELETE SET NULL
);
CREATE INDEX ix_devices_replaces_id ON devices (replaces_id) WHERE replaces_id IS NOT NULL;
CREATE INDEX ix_devices_phone ON devices (phone);
CREATE TABLE scorebooks (
	id SERIAL NOT NULL, 
	created_at TIMESTAMP WITH TIME ZONE NOT NULL, 
	time_zone VARCHAR(64), 
	public_id VARCHAR(22) NOT NULL, 
	name VARCHAR(40), 
	is_home BOOLEAN NOT NULL, 
	generation INTEGER DEFAULT 0 NOT NULL, 
	recovery_hash BYTEA, 
	deleted_at TIMESTAMP WITH TIME ZONE, 
	season_from INTEGER, 
	statistics_revision BIGINT DEFAULT 0 NOT NULL, 
	recovery_made_at TIMESTAMP WITH TIME ZONE, 
	season_best INTEGER, 
	CONSTRAINT pk_scorebooks PRIMARY KEY (id), 
	CONSTRAINT ck_scorebooks_time_zone_length CHECK (length(time_zone) BETWEEN 1 AND 64), 
	CONSTRAINT ck_scorebooks_public_id_length CHECK (length(public_id) BETWEEN 22 AND 22), 
	CONSTRAINT ck_scorebooks_name_length CHECK (length(name) BETWEEN 1 AND 40), 
	CONSTRAINT ck_scorebooks_generation CHECK (generation >= 0), 
	CONSTRAINT ck_scorebooks_recovery_hash_length CHECK (length(recovery_hash) BETWEEN 32 AND 32), 
	CONSTRAINT ck_scorebooks_season_best CHECK (season_best BETWEEN 1 AND 60), 
	CONSTRAINT uq_scorebooks_public_id UNIQUE (public_id), 
	CONSTRAINT uq_scorebooks_recovery_hash UNIQUE (recovery_hash)
);
CREATE UNIQUE INDEX uq_scorebooks_is_home ON scorebooks (is_home) WHERE is_home AND deleted_at IS NULL;
CREATE INDEX ix_scorebooks_deleted ON scorebooks (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE TABLE addresses (
	public_id VARCHAR(22) NOT NULL, 
	scorebook_id INTEGER NOT NULL, 
	match_id BIGINT NOT NULL, 
	generation INTEGER DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_addresses PRIMARY KEY (public_id), 
	CONSTRAINT uq_addresses_scorebook_id_match_id UNIQUE (scorebook_id, match_id), 
	CONSTRAINT ck_addresses_public_id_length CHECK (length(public_id) BETWEEN 22 AND 22), 
	CONSTRAINT ck_addresses_generation CHECK (generation >= 0), 
	CONSTRAINT fk_addresses_scorebook_id FOREIGN KEY(scorebook_id) REFERENCES scorebooks (id) ON DELETE CASCADE
);
CREATE TABLE events (
	scorebook_id INTEGER NOT NULL, 
	id BIGINT NOT NULL, 
	public_id VARCHAR(22) NOT NULL, 
	generation INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	revision INTEGER NOT NULL, 
	started_at TIMESTAMP WITH TIME ZONE NOT NULL, 
	utc_offset INTEGER, 
	ended_at TIMESTAMP WITH TIME ZONE, 
	deleted_at TIMESTAMP WITH TIME ZONE, 
	document JSON NOT NULL, 
	latest_round INTEGER, 
	CONSTRAINT pk_events PRIMARY KEY (scorebook_id, id), 
	CONSTRAINT fk_events_scorebook_id FOREIGN KEY(scorebook_id) REFERENCES scorebooks (id) ON DELETE CASCADE, 
	CONSTRAINT ck_events_public_id_length CHECK (length(public_id) BETWEEN 22 AND 22), 
	CONSTRAINT ck_events_generation CHECK (generation >= 0), 
	CONSTRAINT ck_events_name_length CHECK (length(name) BETWEEN 1 AND 40), 
	CONSTRAINT ck_events_revision CHECK (revision >= 1), 
	CONSTRAINT ck_events_utc_offset CHECK (utc_offset BETWEEN -840 AND 840), 
	CONSTRAINT uq_events_public_id UNIQUE (public_id)
);
CREATE INDEX ix_events_deleted ON events (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX ix_events_scorebook_id_started_at ON events (scorebook_id, started_at);
CREATE TABLE players (
	scorebook_id INTEGER NOT NULL, 
	id BIGINT NOT NULL, 
	public_id VARCHAR(22) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	search_key VARCHAR(120) NOT NULL, 
	created_at TIMESTAMP WITH TIME ZONE NOT NULL, 
	canonical_id BIGINT NOT NULL, 
	merged_into BIGINT, 
	guest BOOLEAN DEFAULT false NOT NULL, 
	colour INTEGER, 
	namesake BOOLEAN DEFAULT false NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (scorebook_id, id), 
	CONSTRAINT fk_players_scorebook_id FOREIGN KEY(scorebook_id) REFERENCES scorebooks (id) ON DELETE CASCADE, 
	CONSTRAINT fk_players_scorebook_id_canonical_id FOREIGN KEY(scorebook_id, canonical_id) REFERENCES players (scorebook_id, id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_players_scorebook_id_merged_into FOREIGN KEY(scorebook_id, merged_into) REFERENCES players (scorebook_id, id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT uq_players_scorebook_id_name UNIQUE (scorebook_id, name), 
	CONSTRAINT uq_players_scorebook_id_public_id UNIQUE (scorebook_id, public_id), 
	CONSTRAINT ck_players_public_id_length CHECK (length(public_id) BETWEEN 22 AND 22), 
	CONSTRAINT ck_players_canonical CHECK ((canonical_id = id) = (merged_into IS NULL)), 
	CONSTRAINT ck_players_name_length CHECK (length(name) BETWEEN 1 AND 40), 
	CONSTRAINT ck_players_colour CHECK (colour BETWEEN 0 AND 3)
);
CREATE INDEX ix_players_scorebook_id_search_key ON players (scorebook_id, search_key);
CREATE INDEX ix_players_scorebook_id_canonical_id ON players (scorebook_id, canonical_id);
CREATE TABLE saved_house_rules (
	scorebook_id INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	public_id VARCHAR(22) NOT NULL, 
	house_rules JSON NOT NULL, 
	at TIMESTAMP WITH TIME ZONE NOT NULL, 
	CONSTRAINT pk_saved_house_rules PRIMARY KEY (scorebook_id, game, name), 
	CONSTRAINT fk_saved_house_rules_scorebook_id FOREIGN KEY(scorebook_id) REFERENCES scorebooks (id) ON DELETE CASCADE, 
	CONSTRAINT uq_saved_house_rules_scorebook_id_public_id UNIQUE (scorebook_id, public_id), 
	CONSTRAINT ck_saved_house_rules_public_id_length CHECK (length(public_id) BETWEEN 22 AND 22), 
	CONSTRAINT ck_saved_house_rules_name_length CHECK (length(name) BETWEEN 1 AND 40)
);
CREATE TABLE grants (
	id SERIAL NOT NULL, 
	device_id INTEGER NOT NULL, 
	scorebook_id INTEGER NOT NULL, 
	match_id BIGINT, 
	role VARCHAR(9) NOT NULL, 
	created_at TIMESTAMP WITH TIME ZONE NOT NULL, 
	seat INTEGER, 
	use_order INTEGER DEFAULT 0 NOT NULL, 
	way VARCHAR(8), 
	event_id BIGINT, 
	CONSTRAINT pk_grants PRIMARY KEY (id), 
	CONSTRAINT fk_grants_scorebook_id_match_id FOREIGN KEY(scorebook_id, match_id) REFERENCES addresses (scorebook_id, match_id) ON DELETE CASCADE, 
	CONSTRAINT fk_grants_scorebook_id_event_id FOREIGN KEY(scorebook_id, event_id) REFERENCES events (scorebook_id, id) ON DELETE CASCADE, 
	CONSTRAINT ck_grants_match_or_event CHECK (match_id IS NULL OR event_id IS NULL), 
	CONSTRAINT ck_grants_whole_scorebook CHECK ((role IN ('owner', 'viewer', 'board')) = (match_id IS NULL AND event_id IS NULL)), 
	CONSTRAINT uq_grants_device_id_scorebook_id_match_id UNIQUE (device_id, scorebook_id, match_id), 
	CONSTRAINT uq_grants_device_id_scorebook_id_event_id UNIQUE (device_id, scorebook_id, event_id), 
	CONSTRAINT ck_grants_role CHECK (role IN ('owner', 'viewer', 'board', 'scorer', 'spectator', 'removed')), 
	CONSTRAINT ck_grants_removed_from_event CHECK (role <> 'removed' OR event_id IS NOT NULL), 
	CONSTRAINT ck_grants_seat CHECK (seat BETWEEN 0 AND 5), 
	CONSTRAINT ck_grants_seat_of_match CHECK (seat IS NULL OR match_id IS NOT NULL), 
	CONSTRAINT fk_grants_device_id FOREIGN KEY(device_id) REFERENCES devices (id) ON DELETE CASCADE, 
	CONSTRAINT fk_grants_scorebook_id FOREIGN KEY(scorebook_id) REFERENCES scorebooks (id) ON DELETE CASCADE
);
CREATE INDEX ix_grants_scorebook_id_event_id ON grants (scorebook_id, event_id);
CREATE INDEX ix_grants_scorebook_id_match_id ON grants (scorebook_id, match_id);
CREATE UNIQUE INDEX uq_grants_whole_scorebook ON grants (device_id, scorebook_id) WHERE match_id IS NULL AND event_id IS NULL;
CREATE TABLE join_codes (
	code_hash BYTEA NOT NULL, 
	scorebook_id INTEGER NOT NULL, 
	match_id BIGINT, 
	role VARCHAR(9) NOT NULL, 
	created_at TIMESTAMP WITH TIME ZONE NOT NULL, 
	valid_seconds INTEGER NOT NULL, 
	single_use BOOLEAN NOT NULL, 
	event_id BIGINT, 
	CONSTRAINT pk_join_codes PRIMARY KEY (code_hash), 
	CONSTRAINT fk_join_codes_scorebook_id_match_id FOREIGN KEY(scorebook_id, match_id) REFERENCES addresses (scorebook_id, match_id) ON DELETE CASCADE, 
	CONSTRAINT fk_join_codes_scorebook_id_event_id FOREIGN KEY(scorebook_id, event_id) REFERENCES events (scorebook_id, id) ON DELETE CASCADE, 
	CONSTRAINT ck_join_codes_match_or_event CHECK (match_id IS NULL OR event_id IS NULL), 
	CONSTRAINT ck_join_codes_whole_scorebook CHECK ((role IN ('owner', 'viewer', 'board')) = (match_id IS NULL AND event_id IS NULL)), 
	CONSTRAINT ck_join_codes_code_hash_length CHECK (length(code_hash) BETWEEN 32 AND 32), 
	CONSTRAINT ck_join_codes_role CHECK (role IN ('owner', 'viewer', 'board', 'scorer', 'spectator')), 
	CONSTRAINT ck_join_codes_valid_seconds CHECK (valid_seconds > 0), 
	CONSTRAINT fk_join_codes_scorebook_id FOREIGN KEY(scorebook_id) REFERENCES scorebooks (id) ON DELETE CASCADE
);
CREATE INDEX ix_join_codes_scorebook_id_event_id ON join_codes (scorebook_id, event_id);
CREATE INDEX ix_join_codes_scorebook_id_match_id ON join_codes (scorebook_id, match_id);
CREATE TABLE matches (
	scorebook_id INTEGER NOT NULL, 
	id BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	house_rules JSON NOT NULL, 
	first_seat INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	started_at TIMESTAMP WITH TIME ZONE NOT NULL, 
	ended_at TIMESTAMP WITH TIME ZONE, 
	place VARCHAR(500) NOT NULL, 
	note VARCHAR(500) NOT NULL, 
	winner INTEGER, 
	ending VARCHAR(8), 
	at_change INTEGER DEFAULT 0 NOT NULL, 
	next_change INTEGER DEFAULT 0 NOT NULL, 
	deleted_at TIMESTAMP WITH TIME ZONE, 
	rematch_of BIGINT, 
	utc_offset INTEGER, 
	preset VARCHAR(20) DEFAULT 'usual' NOT NULL, 
	place_search_key VARCHAR(120) DEFAULT '' NOT NULL, 
	last_played_at TIMESTAMP WITH TIME ZONE DEFAULT '1970-01-01 00:00:00.000000' NOT NULL, 
	event_id BIGINT, 
	event_round INTEGER, 
	event_table INTEGER, 
	is_typed BOOLEAN DEFAULT false NOT NULL, 
	awarded INTEGER, 
	clock_at TIMESTAMP WITH TIME ZONE, 
	CONSTRAINT pk_matches PRIMARY KEY (scorebook_id, id), 
	CONSTRAINT fk_matches_scorebook_id_id FOREIGN KEY(scorebook_id, id) REFERENCES addresses (scorebook_id, match_id) ON DELETE CASCADE, 
	CONSTRAINT ck_matches_first_seat CHECK (first_seat BETWEEN 0 AND 5), 
	CONSTRAINT ck_matches_version CHECK (version >= 1), 
	CONSTRAINT ck_matches_revision CHECK (revision >= version), 
	CONSTRAINT ck_matches_place_length CHECK (length(place) BETWEEN 0 AND 500), 
	CONSTRAINT ck_matches_note_length CHECK (length(note) BETWEEN 0 AND 500), 
	CONSTRAINT ck_matches_winner CHECK (winner BETWEEN 0 AND 5), 
	CONSTRAINT ck_matches_awarded CHECK (awarded BETWEEN 0 AND 5), 
	CONSTRAINT ck_matches_ending CHECK (ending IN ('target', 'floor', 'sets', 'hands', 'time', 'early', 'given up')), 
	CONSTRAINT ck_matches_utc_offset CHECK (utc_offset BETWEEN -840 AND 840), 
	CONSTRAINT ck_matches_result CHECK (ended_at IS NOT NULL OR (winner IS NULL AND ending IS NULL))
);
CREATE INDEX ix_matches_last_played ON matches (scorebook_id, ended_at, deleted_at, last_played_at, id) WHERE ended_at IS NULL AND deleted_at IS NULL;
CREATE INDEX ix_matches_running ON matches (scorebook_id, ended_at, deleted_at, started_at, id) WHERE ended_at IS NULL AND deleted_at IS NULL;
CREATE UNIQUE INDEX uq_matches_event_table ON matches (scorebook_id, event_id, event_round, event_table) WHERE event_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX ix_matches_started ON matches (scorebook_id, started_at, id) WHERE deleted_at IS NULL;
CREATE INDEX ix_matches_game ON matches (scorebook_id, game, started_at, id) WHERE deleted_at IS NULL;
CREATE INDEX ix_matches_rematch_of ON matches (scorebook_id, rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX ix_matches_ending ON matches (scorebook_id, ending, started_at, id) WHERE deleted_at IS NULL;
CREATE INDEX ix_matches_preset ON matches (scorebook_id, preset, started_at, id) WHERE deleted_at IS NULL;
CREATE INDEX ix_matches_deleted ON matches (scorebook_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE TABLE event_players (
	scorebook_id INTEGER NOT NULL, 
	event_id BIGINT NOT NULL, 
	entrant INTEGER NOT NULL, 
	person INTEGER NOT NULL, 
	player_id BIGINT NOT NULL, 
	CONSTRAINT pk_event_players PRIMARY KEY (scorebook_id, event_id, entrant, person), 
	CONSTRAINT fk_event_players_scorebook_id_event_id FOREIGN KEY(scorebook_id, event_id) REFERENCES events (scorebook_id, id) ON DELETE CASCADE, 
	CONSTRAINT fk_event_players_scorebook_id_player_id FOREIGN KEY(scorebook_id, player_id) REFERENCES players (scorebook_id, id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT ck_event_players_entrant CHECK (entrant >= 1), 
	CONSTRAINT ck_event_players_person CHECK (person BETWEEN 0 AND 1)
);
CREATE INDEX ix_event_players_scorebook_id_player_id ON event_players (scorebook_id, player_id);
CREATE TABLE match_sides (
	scorebook_id INTEGER NOT NULL, 
	match_id BIGINT NOT NULL, 
	side INTEGER NOT NULL, 
	name VARCHAR(40), 
	opening_points INTEGER NOT NULL, 
	opening_bags INTEGER NOT NULL, 
	points INTEGER, 
	CONSTRAINT pk_match_sides PRIMARY KEY (scorebook_id, match_id, side), 
	CONSTRAINT fk_match_sides_scorebook_id_match_id FOREIGN KEY(scorebook_id, match_id) REFERENCES matches (scorebook_id, id) ON DELETE CASCADE, 
	CONSTRAINT ck_match_sides_side CHECK (side BETWEEN 0 AND 5), 
	CONSTRAINT ck_match_sides_name_length CHECK (length(name) BETWEEN 1 AND 40), 
	CONSTRAINT ck_match_sides_opening_bags CHECK (opening_bags >= 0)
);
CREATE TABLE seats (
	scorebook_id INTEGER NOT NULL, 
	match_id BIGINT NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id BIGINT, 
	started_at TIMESTAMP WITH TIME ZONE DEFAULT '1970-01-01 00:00:00.000000' NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (scorebook_id, match_id, seat), 
	CONSTRAINT fk_seats_scorebook_id_match_id FOREIGN KEY(scorebook_id, match_id) REFERENCES matches (scorebook_id, id) ON DELETE CASCADE, 
	CONSTRAINT fk_seats_scorebook_id_player_id FOREIGN KEY(scorebook_id, player_id) REFERENCES players (scorebook_id, id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT ck_seats_seat CHECK (seat BETWEEN 0 AND 5)
);
CREATE INDEX ix_seats_scorebook_id_player_id_started_at_match_id ON seats (scorebook_id, player_id, started_at, match_id);
CREATE TABLE hands (
	scorebook_id INTEGER NOT NULL, 
	match_id BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	redeal VARCHAR(7), 
	noted_at TIMESTAMP WITH TIME ZONE NOT NULL, 
	tally JSON, 
	note VARCHAR(500), 
	first_seat INTEGER, 
	CONSTRAINT pk_hands PRIMARY KEY (scorebook_id, match_id, number), 
	CONSTRAINT fk_hands_scorebook_id_match_id FOREIGN KEY(scorebook_id, match_id) REFERENCES matches (scorebook_id, id) ON DELETE CASCADE, 
	CONSTRAINT ck_hands_number CHECK (number >= 1), 
	CONSTRAINT ck_hands_redeal CHECK (redeal IN ('misdeal')), 
	CONSTRAINT ck_hands_note_length CHECK (length(note) BETWEEN 0 AND 500), 
	CONSTRAINT ck_hands_first_seat CHECK (first_seat BETWEEN 0 AND 5)
);
CREATE TABLE results (
	scorebook_id INTEGER NOT NULL, 
	match_id BIGINT NOT NULL, 
	seat INTEGER NOT NULL, 
	side INTEGER NOT NULL, 
	player_id BIGINT, 
	day INTEGER NOT NULL, 
	started_at TIMESTAMP WITH TIME ZONE NOT NULL, 
	house_rules_key BIGINT NOT NULL, 
	best INTEGER NOT NULL, 
	best_hand INTEGER NOT NULL, 
	worst INTEGER NOT NULL, 
	worst_hand INTEGER NOT NULL, 
	matches INTEGER NOT NULL, 
	decided INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	hands INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	bags INTEGER NOT NULL, 
	contracts INTEGER NOT NULL, 
	made INTEGER NOT NULL, 
	known INTEGER NOT NULL, 
	bid INTEGER NOT NULL, 
	taken INTEGER NOT NULL, 
	nils INTEGER NOT NULL, 
	nils_made INTEGER NOT NULL, 
	blinds INTEGER NOT NULL, 
	blinds_made INTEGER NOT NULL, 
	minutes INTEGER NOT NULL, 
	final_points INTEGER DEFAULT 0 NOT NULL, 
	margin INTEGER DEFAULT 0 NOT NULL, 
	comeback INTEGER DEFAULT 0 NOT NULL, 
	worst_set INTEGER DEFAULT 0 NOT NULL, 
	shared INTEGER DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_results PRIMARY KEY (scorebook_id, match_id, seat), 
	CONSTRAINT fk_results_scorebook_id_match_id FOREIGN KEY(scorebook_id, match_id) REFERENCES matches (scorebook_id, id) ON DELETE CASCADE, 
	CONSTRAINT fk_results_scorebook_id_player_id FOREIGN KEY(scorebook_id, player_id) REFERENCES players (scorebook_id, id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT ck_results_seat CHECK (seat BETWEEN 0 AND 5)
);
CREATE INDEX ix_results_scorebook_id_day ON results (scorebook_id, day);
CREATE INDEX ix_results_scorebook_id_player_id_day_started_at ON results (scorebook_id, player_id, day, started_at);
CREATE TABLE match_tags (
	scorebook_id INTEGER NOT NULL, 
	match_id BIGINT NOT NULL, 
	tag VARCHAR(20) NOT NULL, 
	started_at TIMESTAMP WITH TIME ZONE NOT NULL, 
	figure INTEGER NOT NULL, 
	hand INTEGER NOT NULL, 
	side INTEGER, 
	seat INTEGER, 
	CONSTRAINT pk_match_tags PRIMARY KEY (scorebook_id, match_id, tag), 
	CONSTRAINT fk_match_tags_scorebook_id_match_id FOREIGN KEY(scorebook_id, match_id) REFERENCES matches (scorebook_id, id) ON DELETE CASCADE, 
	CONSTRAINT ck_match_tags_side CHECK (side BETWEEN 0 AND 5), 
	CONSTRAINT ck_match_tags_seat CHECK (seat BETWEEN 0 AND 5)
);
CREATE INDEX ix_match_tags_scorebook_id_tag_started_at_match_id ON match_tags (scorebook_id, tag, started_at, match_id);
CREATE TABLE contract_counts (
	scorebook_id INTEGER NOT NULL, 
	match_id BIGINT NOT NULL, 
	side INTEGER NOT NULL, 
	contract INTEGER NOT NULL, 
	"over" INTEGER NOT NULL, 
	exact INTEGER NOT NULL, 
	short INTEGER NOT NULL, 
	under INTEGER NOT NULL, 
	CONSTRAINT pk_contract_counts PRIMARY KEY (scorebook_id, match_id, side, contract), 
	CONSTRAINT fk_contract_counts_scorebook_id_match_id FOREIGN KEY(scorebook_id, match_id) REFERENCES matches (scorebook_id, id) ON DELETE CASCADE, 
	CONSTRAINT ck_contract_counts_side CHECK (side BETWEEN 0 AND 5)
);
CREATE TABLE changes (
	scorebook_id INTEGER NOT NULL, 
	match_id BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	parent INTEGER NOT NULL, 
	fact VARCHAR(20) NOT NULL, 
	hand INTEGER NOT NULL, 
	before JSON NOT NULL, 
	after JSON NOT NULL, 
	reason VARCHAR(500) NOT NULL, 
	at TIMESTAMP WITH TIME ZONE NOT NULL, 
	device_id INTEGER, 
	CONSTRAINT pk_changes PRIMARY KEY (scorebook_id, match_id, number), 
	CONSTRAINT fk_changes_scorebook_id_match_id FOREIGN KEY(scorebook_id, match_id) REFERENCES matches (scorebook_id, id) ON DELETE CASCADE, 
	CONSTRAINT ck_changes_number CHECK (number >= 1), 
	CONSTRAINT ck_changes_parent CHECK (parent >= 0), 
	CONSTRAINT ck_changes_hand CHECK (hand >= 1), 
	CONSTRAINT ck_changes_fact_length CHECK (length(fact) BETWEEN 1 AND 20), 
	CONSTRAINT ck_changes_reason_length CHECK (length(reason) BETWEEN 0 AND 500), 
	CONSTRAINT fk_changes_device_id FOREIGN KEY(device_id) REFERENCES devices (id) ON DELETE SET NULL
);
CREATE INDEX ix_changes_device_id ON changes (device_id);
CREATE TABLE idempotency_keys (
	scorebook_id INTEGER NOT NULL, 
	key VARCHAR(64) NOT NULL, 
	fingerprint BYTEA NOT NULL, 
	match_id BIGINT NOT NULL, 
	at TIMESTAMP WITH TIME ZONE NOT NULL, 
	CONSTRAINT pk_idempotency_keys PRIMARY KEY (scorebook_id, key, fingerprint, match_id), 
	CONSTRAINT fk_idempotency_keys_scorebook_id_match_id FOREIGN KEY(scorebook_id, match_id) REFERENCES matches (scorebook_id, id) ON DELETE CASCADE, 
	CONSTRAINT ck_idempotency_keys_key_length CHECK (length(key) BETWEEN 1 AND 64), 
	CONSTRAINT ck_idempotency_keys_fingerprint_length CHECK (length(fingerprint) BETWEEN 32 AND 32)
);
CREATE INDEX ix_idempotency_keys_scorebook_id_match_id ON idempotency_keys (scorebook_id, match_id);
CREATE TABLE hand_seats (
	scorebook_id INTEGER NOT NULL, 
	match_id BIGINT NOT NULL, 
	hand INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	bid INTEGER, 
	blind BOOLEAN NOT NULL, 
	tricks INTEGER, 
	CONSTRAINT pk_hand_seats PRIMARY KEY (scorebook_id, match_id, hand, seat), 
	CONSTRAINT fk_hand_seats_scorebook_id_match_id_hand FOREIGN KEY(scorebook_id, match_id, hand) REFERENCES hands (scorebook_id, match_id, number) ON DELETE CASCADE, 
	CONSTRAINT ck_hand_seats_seat CHECK (seat BETWEEN 0 AND 5), 
	CONSTRAINT ck_hand_seats_bid CHECK (bid BETWEEN 0 AND 18), 
	CONSTRAINT ck_hand_seats_tricks CHECK (tricks BETWEEN 0 AND 18)
);
CREATE TABLE hand_sides (
	scorebook_id INTEGER NOT NULL, 
	match_id BIGINT NOT NULL, 
	hand INTEGER NOT NULL, 
	side INTEGER NOT NULL, 
	pile INTEGER NOT NULL, 
	CONSTRAINT pk_hand_sides PRIMARY KEY (scorebook_id, match_id, hand, side), 
	CONSTRAINT fk_hand_sides_scorebook_id_match_id_hand FOREIGN KEY(scorebook_id, match_id, hand) REFERENCES hands (scorebook_id, match_id, number) ON DELETE CASCADE, 
	CONSTRAINT ck_hand_sides_side CHECK (side BETWEEN 0 AND 5), 
	CONSTRAINT ck_hand_sides_pile CHECK (pile BETWEEN 0 AND 18)
);
CREATE TABLE rulings (
	scorebook_id INTEGER NOT NULL, 
	match_id BIGINT NOT NULL, 
	hand INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	tricks INTEGER NOT NULL, 
	to_side INTEGER, 
	points INTEGER NOT NULL, 
	set BOOLEAN NOT NULL, 
	note VARCHAR(500) NOT NULL, 
	noted_at TIMESTAMP WITH TIME ZONE, 
	CONSTRAINT pk_rulings PRIMARY KEY (scorebook_id, match_id, hand, number), 
	CONSTRAINT fk_rulings_scorebook_id_match_id_hand FOREIGN KEY(scorebook_id, match_id, hand) REFERENCES hands (scorebook_id, match_id, number) ON DELETE CASCADE, 
	CONSTRAINT ck_rulings_number CHECK (number BETWEEN 0 AND 99), 
	CONSTRAINT ck_rulings_seat CHECK (seat BETWEEN 0 AND 5), 
	CONSTRAINT ck_rulings_tricks CHECK (tricks BETWEEN 0 AND 18), 
	CONSTRAINT ck_rulings_to_side CHECK (to_side BETWEEN 0 AND 5), 
	CONSTRAINT ck_rulings_points CHECK (points BETWEEN 0 AND 500), 
	CONSTRAINT ck_rulings_note_length CHECK (length(note) BETWEEN 0 AND 500)
);
CREATE TABLE confirmations (
	scorebook_id INTEGER NOT NULL, 
	match_id BIGINT NOT NULL, 
	hand INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	answer VARCHAR(9) NOT NULL, 
	at TIMESTAMP WITH TIME ZONE NOT NULL, 
	CONSTRAINT pk_confirmations PRIMARY KEY (scorebook_id, match_id, hand, seat), 
	CONSTRAINT fk_confirmations_scorebook_id_match_id_hand FOREIGN KEY(scorebook_id, match_id, hand) REFERENCES hands (scorebook_id, match_id, number) ON DELETE CASCADE, 
	CONSTRAINT ck_confirmations_seat CHECK (seat BETWEEN 0 AND 5), 
	CONSTRAINT ck_confirmations_answer CHECK (answer IN ('confirmed', 'queried'))
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
