BEGIN TRANSACTION;
CREATE TABLE file (
	id INTEGER NOT NULL, 
	phase TEXT NOT NULL, 
	name TEXT NOT NULL, 
	"indexed" BIGINT NOT NULL, 
	CONSTRAINT pk_file PRIMARY KEY (id), 
	CONSTRAINT uq_file_phase_name UNIQUE (phase, name)
);
INSERT INTO "file" VALUES(1,'league','001.jsonl',2087);
CREATE TABLE game (
	phase TEXT NOT NULL, 
	id VARCHAR(16) NOT NULL, 
	"match" TEXT NOT NULL, 
	file_id INTEGER NOT NULL, 
	start BIGINT NOT NULL, 
	length INTEGER NOT NULL, 
	result TEXT NOT NULL, 
	CONSTRAINT pk_game PRIMARY KEY (phase, id), 
	CONSTRAINT fk_game_file_id FOREIGN KEY(file_id) REFERENCES file (id)
)
 WITHOUT ROWID

;
INSERT INTO "game" VALUES('league','d2ab1d61f36592d9','OSLA - Random',1,0,2087,'[0,["OSLAPlayer","RandomPlayer"],[0,1],[81,39],[[20,8436,8099,0,{}],[20,7,4,0,{}]]]');
CREATE TABLE note (
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_note PRIMARY KEY (name)
);
INSERT INTO "note" VALUES('lots','{"order":[2,1]}');
CREATE TABLE schema (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT schema_pkc PRIMARY KEY (version_num)
);
INSERT INTO "schema" VALUES('0002');
CREATE TABLE team (
	id INTEGER NOT NULL, 
	"key" TEXT NOT NULL, 
	name TEXT NOT NULL, members TEXT DEFAULT '[]' NOT NULL, contact TEXT DEFAULT '' NOT NULL, university BOOLEAN, 
	CONSTRAINT pk_team PRIMARY KEY (id), 
	CONSTRAINT uq_team_key UNIQUE ("key")
);
INSERT INTO "team" VALUES(1,'ada','Ada','["Ana","Eva"]','ada@example.org',1);
INSERT INTO "team" VALUES(2,'eclair','Éclair','[]','',NULL);
CREATE TABLE version (
	id INTEGER NOT NULL, 
	team_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	sha256 VARCHAR(64) NOT NULL, 
	file TEXT NOT NULL, 
	received_at VARCHAR(32) NOT NULL, 
	phase TEXT NOT NULL, 
	status TEXT NOT NULL, 
	report TEXT NOT NULL, 
	CONSTRAINT pk_version PRIMARY KEY (id), 
	CONSTRAINT fk_version_team_id FOREIGN KEY(team_id) REFERENCES team (id), 
	CONSTRAINT uq_version_team_id_number UNIQUE (team_id, number)
);
INSERT INTO "version" VALUES(1,1,1,'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','ada/aaaaaaaaaaaaaaaa.py','2026-04-03T10:00:00.000000+00:00','league','refused','{"steps":[{"name":"loads","ok":false}]}');
INSERT INTO "version" VALUES(2,1,2,'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','ada/bbbbbbbbbbbbbbbb.py','2026-04-03T10:00:00.000000+00:00','league','admitted','{"steps":[]}');
INSERT INTO "version" VALUES(3,2,1,'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','eclair/aaaaaaaaaaaaaaaa.py','2026-04-03T10:00:00.000000+00:00','league','','{}');
COMMIT;
