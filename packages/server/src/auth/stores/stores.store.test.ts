import { randomUUID } from "node:crypto";
import type { ListKeysQuery } from "@tackroom/contract";
import { testStoreSql } from "../../../test/store-sql/test-store-sql.js";
import * as keys from "./api-key-store.js";
import * as attestationKeys from "./attestation-key-store.js";
import * as devices from "./device-store.js";
import * as namespaces from "./namespace-store.js";
import * as resets from "./password-reset-store.js";
import * as providerAccounts from "./provider-account-store.js";
import * as providerSessions from "./provider-session-store.js";
import * as sso from "./sso-store.js";
import * as tokens from "./token-store.js";
import * as userLists from "./user-list-store.js";
import * as users from "./user-store.js";

/** One user in a hundred has something that ran out; one in a thousand is an admin. */
const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  CREATE FUNCTION pg_temp.hash(n int) RETURNS bytea LANGUAGE sql AS $$ SELECT sha256(int4send(n)) $$;
  CREATE FUNCTION pg_temp.expiry(n int) RETURNS timestamptz LANGUAGE sql AS
    $$ SELECT now() + CASE WHEN n % 100 = 0 THEN interval '-1 day' ELSE interval '1 day' END $$;
  INSERT INTO user_account (id, email, username, name, role, auth_provider, created_at)
  SELECT pg_temp.id(n), 'user' || n || '@example.com', 'user' || n, 'User ' || n,
    CASE WHEN n % 1000 = 0 THEN 'admin' ELSE 'user' END, 'local', now() - n * interval '1 minute'
  FROM generate_series(1, 2000) n;
  UPDATE user_account SET auth_provider = 'oidc', sso_subject_id = username WHERE right(username, 1) = '7';
  INSERT INTO token_family (id, user_id, expires_at, sso_method, provider_session)
  SELECT pg_temp.id(n), pg_temp.id(n), pg_temp.expiry(n), CASE WHEN n % 10 = 7 THEN 'oidc' END,
    CASE WHEN n % 10 = 7 THEN 'session' || n END FROM generate_series(1, 2000) n;
  INSERT INTO provider_grant (user_id, sealed)
  SELECT pg_temp.id(n), pg_temp.hash(n) FROM generate_series(1, 2000) n;
  INSERT INTO sso_flow (state_hash, method, browser_hash, sealed, next, expires_at)
  SELECT pg_temp.hash(n), 'oidc', pg_temp.hash(n), pg_temp.hash(n), '/', pg_temp.expiry(n) FROM generate_series(1, 2000) n;
  INSERT INTO sso_code (code_hash, user_id, browser_hash, method, provider_session, expires_at)
  SELECT pg_temp.hash(n), pg_temp.id(n), pg_temp.hash(n), 'oidc', 'session' || n, pg_temp.expiry(n) FROM generate_series(1, 2000) n;
  INSERT INTO refresh_token (id, family, token_hash, expires_at, first_used_at)
  SELECT pg_temp.id(n), pg_temp.id(n), pg_temp.hash(n), pg_temp.expiry(n), CASE WHEN n % 50 = 0 THEN now() END FROM generate_series(1, 2000) n;
  INSERT INTO api_key (id, user_id, name, prefix, key_hash, environment, expires_at)
  SELECT pg_temp.id(n), pg_temp.id(n), 'laptop', 'tk_', pg_temp.hash(n), 'live', pg_temp.expiry(n)
  FROM generate_series(1, 2000) n;
  INSERT INTO password_reset (email_digest, code_hash, expires_at)
  SELECT pg_temp.hash(n), 'hash', pg_temp.expiry(n) FROM generate_series(1, 2000) n;
  INSERT INTO device_authorization (device_code_hash, user_code, user_id, expires_at)
  SELECT pg_temp.hash(n), 'CODE-' || n, pg_temp.id(n), pg_temp.expiry(n) FROM generate_series(1, 2000) n`;

/** The id of a seeded user, and of everything that is theirs. */
const ID = "00000000-0000-0000-0000-000000000007";
const OTHER_ID = "00000000-0000-0000-0000-000000000008";
const HASH = Buffer.alloc(32, 7);

const NEW_USER = {
  id: randomUUID(),
  email: "new@example.com",
  name: "New",
  role: "user",
  password_hash: "hash",
} as const;
const USERS = { words: undefined, role: undefined, active: undefined, limit: 50, offset: 0 };

const NEW_TOKEN = { id: randomUUID(), family: ID, token_hash: HASH, expires_at: new Date() };

const NEW_FLOW: sso.NewFlow = {
  state_hash: Buffer.alloc(32, 9),
  method: "saml",
  browser_hash: HASH,
  sealed: HASH,
  next: "/",
};
const NEW_CODE: sso.NewCode = {
  code_hash: Buffer.alloc(32, 9),
  user_id: ID,
  browser_hash: HASH,
  method: "saml",
  provider_session: null,
  provider_sealed: null,
};

const NEW_KEY: keys.NewKey = {
  id: randomUUID(),
  user_id: ID,
  name: "new",
  prefix: "tk_",
  key_hash: HASH,
  environment: "live",
  expires_at: null,
  made_with: [OTHER_ID],
  line: OTHER_ID,
  password_set_by: null,
};
const KEYS: ListKeysQuery = { status: "all", sort: "created_at", limit: 50, offset: 0 };

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  // One row; one row for each key file that there ever was.
  smallTables: ["server_bootstrap", "attestation_key"],
  stores: {
    "user-store": {
      exports: users,
      calls: {
        noteSignIn: ({ db }) => users.noteSignIn(db, ID, "oidc"),
        anyUserExists: ({ db }) => users.anyUserExists(db),
        closeBootstrap: ({ db }) => users.closeBootstrap(db),
        insertUser: {
          "with the first name": ({ db }) => users.insertUser(db, NEW_USER, ["new"]),
          "with the second name": ({ db }) => users.insertUser(db, NEW_USER, ["user7", "new"]),
          "whose email is taken": ({ db }) =>
            users.insertUser(db, { ...NEW_USER, email: "user7@example.com" }, ["new"]),
        },
        findUser: ({ db }) => users.findUser(db, ID),
        findUserByLogin: {
          "by email": ({ db }) => users.findUserByLogin(db, "user7@example.com"),
          "by username": ({ db }) => users.findUserByLogin(db, "user7"),
        },
        hasSeveralReviewers: ({ db }) => users.hasSeveralReviewers(db),
        findUsers: ({ db }) => users.findUsers(db, [ID, OTHER_ID]),
        findUserBy: {
          "by email": ({ db }) => users.findUserBy(db, { email: "User7@example.com" }),
          "by username": ({ db }) => users.findUserBy(db, { username: "user7" }),
          "by id": ({ db }) => users.findUserBy(db, { user_id: ID }),
        },
        lockUser: ({ db }) => users.lockUser(db, ID),
        lockUsersByEmail: ({ db }) => users.lockUsersByEmail(db, ["user7@example.com", "user8@example.com"]),
        lockActiveAdmins: ({ db }) => users.lockActiveAdmins(db),
        updateUser: ({ db }) => users.updateUser(db, ID, { role: "reviewer" }),
        setDepartments: ({ db }) => users.setDepartments(db, [{ id: ID, department: "Tack" }]),
        deleteUser: ({ db }) => users.deleteUser(db, ID),
      },
      growing: {
        // Walks the index of the admins, of whom there are few.
        lockActiveAdmins: ["Index Scan on user_account"],
      },
    },
    "user-list-store": {
      exports: userLists,
      calls: {
        listUsers: {
          "all of them": ({ db }) => userLists.listUsers(db, USERS),
          "with one word": ({ db }) => userLists.listUsers(db, { ...USERS, words: ["user1234"] }),
          "with every filter": ({ db }) =>
            userLists.listUsers(db, { ...USERS, words: ["user1234", "1234"], role: "user", active: true }),
        },
      },
      growing: {
        // A page comes with the number of all.
        "listUsers, all of them": ["Index Only Scan on user_account"],
      },
    },
    "namespace-store": {
      exports: namespaces,
      calls: {
        claimUsername: ({ db }) => namespaces.claimUsername(db, "new", randomUUID()),
        claimTeamHandle: ({ db }) => namespaces.claimTeamHandle(db, "new", randomUUID()),
        releaseUsername: ({ db }) => namespaces.releaseUsername(db, ID),
        releaseTeamHandle: ({ db }) => namespaces.releaseTeamHandle(db, ID),
        lockNamespaceUse: ({ db }) => namespaces.lockNamespaceUse(db, "user7"),
        usernameIsTaken: ({ db }) => namespaces.usernameIsTaken(db, "user7"),
      },
    },
    "attestation-key-store": {
      exports: attestationKeys,
      calls: {
        keepAttestationKey: ({ db }) => attestationKeys.keepAttestationKey(db, "0123456789abcdef", { kty: "EC" }),
        listAttestationKeys: ({ db }) => attestationKeys.listAttestationKeys(db),
      },
    },
    "token-store": {
      exports: tokens,
      calls: {
        insertFamily: ({ db }) =>
          tokens.insertFamily(
            db,
            { userId: ID, keyId: null, passwordSetBy: null, provider: { method: "saml", session: "s", sealed: HASH } },
            { ...NEW_TOKEN, family: randomUUID() },
          ),
        insertTokenlessFamily: ({ db }) =>
          tokens.insertTokenlessFamily(
            db,
            { userId: ID, keyId: null, passwordSetBy: null, provider: null },
            { id: randomUUID(), expires_at: new Date("2030-01-01T00:00:00Z") },
          ),
        liveFamilies: ({ db }) => tokens.liveFamilies(db, [ID, OTHER_ID]),
        insertNextToken: ({ db }) => tokens.insertNextToken(db, NEW_TOKEN),
        findFamilyHolder: ({ db }) => tokens.findFamilyHolder(db, ID),
        findHooksHolder: {
          "made in a sign-in": ({ db }) =>
            tokens.findHooksHolder(db, { userId: ID, keyId: undefined, issuedAt: new Date(0) }),
          "made with a key": ({ db }) => tokens.findHooksHolder(db, { userId: ID, keyId: ID, issuedAt: new Date(0) }),
        },
        useRefreshToken: ({ db }) => tokens.useRefreshToken(db, { id: ID, family: ID, hash: HASH }),
        revokeFamily: ({ db }) => tokens.revokeFamily(db, ID),
        revokeFamiliesOf: {
          "all of them": ({ db }) => tokens.revokeFamiliesOf(db, ID),
          "but one": ({ db }) => tokens.revokeFamiliesOf(db, ID, OTHER_ID),
        },
        deleteUsedTokens: ({ db }) => tokens.deleteUsedTokens(db),
        deleteExpiredFamilies: ({ db }) => tokens.deleteExpiredFamilies(db),
      },
    },
    "provider-account-store": {
      exports: providerAccounts,
      calls: {
        lockUserBySubject: ({ db }) => providerAccounts.lockUserBySubject(db, { method: "oidc", subject: "user7" }),
        handToProvider: ({ db }) => providerAccounts.handToProvider(db, ID, { method: "saml", subject: "ada" }),
      },
    },
    "sso-store": {
      exports: sso,
      calls: {
        insertFlow: ({ db }) => sso.insertFlow(db, NEW_FLOW, 3600),
        takeFlow: ({ db }) => sso.takeFlow(db, HASH, "oidc"),
        insertCode: ({ db }) => sso.insertCode(db, NEW_CODE, 30),
        takeCode: ({ db }) => sso.takeCode(db, { codeHash: HASH, browserHash: HASH }),
        deleteExpiredFlows: ({ db }) => sso.deleteExpiredFlows(db),
      },
    },
    "provider-session-store": {
      exports: providerSessions,
      calls: {
        putGrant: ({ db }) => providerSessions.putGrant(db, ID, HASH),
        claimGrant: ({ db }) => providerSessions.claimGrant(db, ID, 300),
        deleteGrant: ({ db }) => providerSessions.deleteGrant(db, ID),
        lockGrants: ({ db }) => providerSessions.lockGrants(db),
        resealGrant: ({ db }) => providerSessions.resealGrant(db, ID, HASH),
        findSignInAtProvider: ({ db }) => providerSessions.findSignInAtProvider(db, ID),
        endSessionAtProvider: {
          "of anyone": ({ db }) =>
            providerSessions.endSessionAtProvider(db, { method: "oidc", session: "session7", userId: undefined }),
          "of one person": ({ db }) =>
            providerSessions.endSessionAtProvider(db, { method: "oidc", session: "session7", userId: ID }),
        },
      },
      growing: {
        // Every grant is sealed anew.
        lockGrants: ["Index Scan on provider_grant"],
      },
    },
    "api-key-store": {
      exports: keys,
      calls: {
        insertKey: ({ db }) => keys.insertKey(db, NEW_KEY),
        revokeKeysOf: ({ db }) => keys.revokeKeysOf(db, ID),
        countActiveKeys: ({ db }) => keys.countActiveKeys(db, ID),
        findKeyHolder: ({ db }) => keys.findKeyHolder(db, HASH),
        endedKeys: ({ db }) => keys.endedKeys(db, [ID, OTHER_ID]),
        lockKey: ({ db }) => keys.lockKey(db, ID),
        revokeKey: {
          "one that never rotated itself": ({ db }) => keys.revokeKey(db, { id: ID, line: null }),
          "one that did": ({ db }) => keys.revokeKey(db, { id: ID, line: OTHER_ID }),
        },
        replaceKey: {
          "at once": ({ db }) => keys.replaceKey(db, ID, { id: OTHER_ID, line: null, graceSeconds: 0 }),
          "after a while": ({ db }) => keys.replaceKey(db, ID, { id: OTHER_ID, line: ID, graceSeconds: 60 }),
        },
        touchKey: ({ db }) => keys.touchKey(db, ID, "127.0.0.1"),
        listKeysOf: {
          "all of them": ({ db }) => keys.listKeysOf(db, ID, KEYS),
          "active ones by use": ({ db }) =>
            keys.listKeysOf(db, ID, { ...KEYS, status: "active", sort: "last_used_at", environment: "live" }),
          "inactive ones by name": ({ db }) => keys.listKeysOf(db, ID, { ...KEYS, status: "inactive", sort: "name" }),
        },
      },
    },
    "password-reset-store": {
      exports: resets,
      calls: {
        putResetCode: ({ db }) => resets.putResetCode(db, HASH, "hash", { codeDigest: HASH, userId: null }),
        tryResetCode: ({ db }) => resets.tryResetCode(db, HASH),
        findResetByCode: ({ db }) => resets.findResetByCode(db, HASH),
        countTryOfAnyCode: ({ db }) => resets.countTryOfAnyCode(db, HASH),
        deleteResetCode: ({ db }) => resets.deleteResetCode(db, HASH, "hash"),
        deleteExpiredResets: ({ db }) => resets.deleteExpiredResets(db),
      },
    },
    "device-store": {
      exports: devices,
      calls: {
        insertDevice: ({ db }) =>
          devices.insertDevice(db, { device_code_hash: HASH, user_code: "NEW-CODE", client_id: null }),
        findDevice: ({ db }) => devices.findDevice(db, HASH),
        useDevice: ({ db }) => devices.useDevice(db, HASH),
        confirmDeviceFor: ({ db }) => devices.confirmDeviceFor(db, "CODE-7", { userId: ID, passwordSetBy: null }),
        deleteExpiredDevices: ({ db }) => devices.deleteExpiredDevices(db),
      },
    },
  },
});
