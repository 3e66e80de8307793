import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Area } from '../platform/area.ts';
import type { StartTask } from '../platform/run.ts';
import { identityConstraints } from './constraints.ts';
import { delegationRoutes } from './delegations/routes.ts';
import { outboxRoutes } from './mails/outbox-routes.ts';
import { passwordLinkRoutes } from './passwords/link-routes.ts';
import { createPasswords } from './passwords/passwords.ts';
import { passwordRoutes } from './passwords/routes.ts';
import { type Leaving, portfolioRoutes } from './portfolio/routes.ts';
import { roleRoutes } from './roles/routes.ts';
import { seedRolesAndPermissions } from './roles/seed-roles.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { createActorCache } from './sessions/actor-cache.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { findActor } from './sessions/sessions.ts';
import { isToken, tokenHash } from './sessions/tokens.ts';
import { settingsRoutes } from './settings/routes.ts';
import { loginRoutes } from './sign-in/login-routes.ts';
import { registerRoutes } from './sign-in/register-routes.ts';
import { userAccessRoutes } from './users/access-routes.ts';
import { ensureAdministrator } from './users/administrator.ts';
import { invitationRoutes } from './users/invitation-routes.ts';
import { profileRoutes } from './users/profile-routes.ts';
import { teamRoutes } from './users/team-routes.ts';

const installAuthentication = (app: FastifyInstance): void => {
  const cache = createActorCache();
  app.sessions.authenticate = async (token) => {
    if (!isToken(token)) return null;
    const hash = tokenHash(token);
    return cache.get(hash.toString('base64'), () => findActor(app.database, hash));
  };
  // A request that may end sessions or change permissions is answered only once the change is in effect in this
  // process.
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

/**
 * Users, sessions, roles and settings.
 *
 * @param leaving effects in other areas when a user leaves
 */
export const identityArea =
  (leaving: Leaving): Area =>
  (app) => {
    app.database.explainConstraints(identityConstraints);
    installAuthentication(app);
    const passwords = createPasswords();
    loginRoutes(app, passwords);
    registerRoutes(app, passwords);
    profileRoutes(app);
    passwordRoutes(app, passwords);
    passwordLinkRoutes(app, passwords);
    secondFactorRoutes(app, passwords);
    invitationRoutes(app);
    portfolioRoutes(app, leaving);
    delegationRoutes(app);
    teamRoutes(app);
    userAccessRoutes(app);
    sessionRoutes(app);
    roleRoutes(app);
    settingsRoutes(app);
    outboxRoutes(app);

    const timer = setInterval(() => forgetOld(app), hour);
    timer.unref();
    app.addHook('onClose', async () => clearInterval(timer));
  };

/** Creates roles, permissions and, on the very first start, the administrator. */
export const identityStart: StartTask = async ({ config, database }) => {
  await seedRolesAndPermissions(database);
  const administrator = await ensureAdministrator(database, config.administrator, createPasswords());
  return administrator ? { administrator } : undefined;
};
