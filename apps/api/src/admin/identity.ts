import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { useAuthentication } from '../platform/access.ts';
import type { Area } from '../platform/area.ts';
import type { StartTask } from '../platform/run.ts';
import { createActorCache } from './actor-cache.ts';
import { ensureAdministrator } from './administrator.ts';
import { explainIdentityConstraints } from './constraints.ts';
import { delegationRoutes } from './delegation-routes.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { loginRoutes } from './login-routes.ts';
import { passwordLinkRoutes } from './password-link-routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { createPasswords } from './passwords.ts';
import { portfolioRoutes } from './portfolio-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { registerRoutes } from './register-routes.ts';
import { roleRoutes } from './role-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { seedRolesAndPermissions } from './seed-roles.ts';
import { sessionRoutes } from './session-routes.ts';
import { findActor } from './sessions.ts';
import { settingsRoutes } from './settings-routes.ts';
import { teamRoutes } from './team-routes.ts';
import { isToken, tokenHash } from './tokens.ts';
import { userAccessRoutes } from './user-access-routes.ts';

const installAuthentication = (app: FastifyInstance): void => {
  const cache = createActorCache();
  useAuthentication(app, async (token) => {
    if (!isToken(token)) return null;
    const hash = tokenHash(token);
    return cache.get(hash.toString('base64'), () => findActor(app.database, hash));
  });
  // Who gets the answer of a write that may end sessions or change rights finds it in force in this process.
  app.addHook('onSend', async (request) => {
    const { method, url } = request;
    if (method !== 'GET' && /^\/api\/(logout|profile|users|roles|delegations|settings|undo)\b/.test(url))
      cache.clear();
  });
};

const hour = 3_600_000;

const forgetOld = async ({ database, log }: FastifyInstance): Promise<void> => {
  try {
    await database.query(sql`DELETE FROM attempts WHERE expires_at < now()`);
    await database.query(sql`DELETE FROM login_failures WHERE last_at < now() - interval '1 hour'`);
    await database.query(sql`DELETE FROM login_challenges WHERE expires_at < now()`);
    await database.query(sql`DELETE FROM password_links WHERE expires_at < now() - interval '30 days'`);
    await database.query(sql`
      DELETE FROM sessions
      WHERE least(expires_at, revoked_at, last_used_at + interval '12 hours') < now() - interval '30 days'`);
  } catch (error) {
    log.warn({ err: error }, 'forgetting old sign-ins failed; it is tried again');
  }
};

/** Users, sessions, roles and settings. */
export const identityArea: Area = (app) => {
  explainIdentityConstraints();
  installAuthentication(app);
  const passwords = createPasswords();
  loginRoutes(app, passwords);
  registerRoutes(app, passwords);
  profileRoutes(app);
  passwordRoutes(app, passwords);
  passwordLinkRoutes(app, passwords);
  secondFactorRoutes(app, passwords);
  invitationRoutes(app);
  portfolioRoutes(app);
  delegationRoutes(app);
  teamRoutes(app);
  userAccessRoutes(app);
  sessionRoutes(app);
  roleRoutes(app);
  settingsRoutes(app);

  const timer = setInterval(() => forgetOld(app), hour);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
};

/** Roles, permissions and, on the very first start, the administrator. */
export const identityStart: StartTask = async ({ config, database }) => {
  await seedRolesAndPermissions(database);
  const administrator = await ensureAdministrator(database, config.administrator, createPasswords());
  return administrator ? { administrator } : undefined;
};
