CREATE TABLE audit (
     id INTEGER PRIMARY KEY AUTOINCREMENT, ts INTEGER NOT NULL, address TEXT NOT NULL, call TEXT NOT NULL,
     code INTEGER NOT NULL, kind TEXT NOT NULL, before TEXT, after TEXT
   ) STRICT;
INSERT INTO "audit" VALUES(1,1795724133914,'127.0.0.1','setInitPwd',0,'change',NULL,'{"pwd":"•••"}');
INSERT INTO "audit" VALUES(2,1795724134010,'127.0.0.1','login',0,'change',NULL,'{"pwd":"•••"}');
INSERT INTO "audit" VALUES(3,1795724134086,'127.0.0.1','login',0,'change',NULL,'{"pwd":"•••"}');
INSERT INTO "audit" VALUES(4,1795724134125,'127.0.0.1','wsUserSet',0,'change',NULL,'{"kind":"websocket","user":"tafel","role":"r:knx.*","pwd":"•••"}');
INSERT INTO "audit" VALUES(5,1795724134152,'127.0.0.1','wsUserSet',0,'change',NULL,'{"kind":"assets","user":"waage","role":"r:*","pwd":"•••"}');
INSERT INTO "audit" VALUES(6,1795724134169,'127.0.0.1','wsUserToken',0,'change',NULL,'{"kind":"websocket","user":"tafel"}');
CREATE TABLE credential (
     one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, hash TEXT NOT NULL, changed INTEGER NOT NULL
   ) STRICT;
INSERT INTO "credential" VALUES(1,'60vSeIxWftxWMkJk','$argon2id$v=19$m=19456,t=2,p=1$c/p9H/SOchxovwTNR2FoCQ$QKmtvsI+IqQpaUCJG549kuI+/ZjtbZuu7QclF3G3/Zs',1795724133877);
CREATE TABLE job (
     id INTEGER PRIMARY KEY AUTOINCREMENT, ended INTEGER, body TEXT NOT NULL
   ) STRICT;
CREATE TABLE room (filler BLOB NOT NULL) STRICT;
CREATE TABLE session (
     token_hash BLOB PRIMARY KEY, session_id TEXT NOT NULL, credential TEXT NOT NULL,
     last_use INTEGER NOT NULL, deadline INTEGER, parent BLOB
   ) STRICT, WITHOUT ROWID;
INSERT INTO "session" VALUES(X'10D60420C657A7EC68432DE5B0AAFA189E2B90B66DDEBA6DF5C2361B2B06BD25','I9O3HNxVM_6J2LKO','60vSeIxWftxWMkJk',1795724134076,NULL,NULL);
INSERT INTO "session" VALUES(X'2B3F98DAE66646F47021AA63E8E5091B0CC9C2CE920E6FA0ADDC0FE52AF8249A','TIUGfzLmIYoIaPPC','60vSeIxWftxWMkJk',1795724133991,NULL,NULL);
INSERT INTO "session" VALUES(X'6BC168AA5D80B7437E86E64886C9B65F69BE22D9D4D3B5E303F74AE03DB1F2A5','7MdxYbo-cpgn6p3Z','60vSeIxWftxWMkJk',1795724133898,NULL,NULL);
CREATE TABLE setting (
     name TEXT PRIMARY KEY, value TEXT NOT NULL, changed INTEGER NOT NULL
   ) STRICT;
INSERT INTO "setting" VALUES('influxdb.access','{"password":"m0GLyMBsqcxyzxjmr9DLjyxH","token":"GhuP1FpyisuQZc7GTsItM-wSQ2F0FvyJV5ESOCiHF7Sea5-KCze0p-L-AWBkQ8LW"}',1795724133354);
INSERT INTO "setting" VALUES('proxy.proof','{"proof":"17f9395b10a7173fee5f9d96e9a8dd6912ba57906d8f05a94a863a876a5623ed"}',1795724133358);
INSERT INTO "setting" VALUES('users','{"assets":[{"username":"waage","role":"r:*","pwd":"$argon2id$v=19$m=19456,t=2,p=1$nODCqyo0nB0ConyHRSqhsg$wh1GWJc66ZZBGEZpgueGfXWlj9C2S7oXp3f/1RzYbRE","token":""}],"websocket":[{"username":"tafel","role":"r:knx.*","pwd":"$argon2id$v=19$m=19456,t=2,p=1$hMvnfSXIz0DcrzRRWSo9ow$wEYwuegE3Ox5rNu48/aNMvNxAL4vciSf0a57Qje5e20","token":"7fKlcMx8jm7wdDazsdkGlR9gQ1E3Qp2wg14wzi12OSY"}]}',1795724134165);
CREATE TABLE setting_aside (
     id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, value TEXT NOT NULL, at INTEGER NOT NULL
   ) STRICT;
CREATE TABLE throttle (
     name TEXT PRIMARY KEY, failures INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
     locks INTEGER NOT NULL, locked_until INTEGER NOT NULL
   ) STRICT;
CREATE INDEX session_by_id ON session (session_id);
CREATE INDEX audit_by_kind ON audit (kind, id);
PRAGMA user_version = 4;
