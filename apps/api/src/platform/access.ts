import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { forbidden, Problem, unauthorized } from './http/problem.ts';

/** The access that a route requires. */
export type Access = 'public' | 'signed-in' | { permission: string } | { anyPermission: readonly string[] };

/** The signed-in caller of a request. */
export interface Actor {
  userId: string;
  sessionId: string;
  fullName: string;
  email: string;
  /** `pending` users are signed in but have no permission. */
  status: string;
  roles: readonly string[];
  /** All current permissions: those of the user's roles, and delegated ones. */
  permissions: ReadonlySet<string>;
  /**
   * Permissions of the user's own roles; absent when nothing is delegated to them, since it then equals `permissions`.
   */
  ownPermissions?: ReadonlySet<string>;
  /** Permission → ids of the users who delegated it. */
  standsFor?: ReadonlyMap<string, readonly string[]>;
  /** A step that the user has to complete first; until then only routes with `whilePending` accept them. */
  pendingStep?: 'password' | 'second_factor' | null;
}

/** A person without an account, who acts through a link sent to them. */
export interface ClientActor {
  readonly client: string;
  readonly email: string;
  /** The one record that the link opens; of it, the client runs the commands that are `by` clients. */
  readonly opens: { readonly resource: string; readonly id: string };
}

/** The actor of a change: a signed-in user, a client with a link, or the system in a job. */
export type AnyActor = Actor | ClientActor | 'system';

export const isUser = (actor: AnyActor): actor is Actor => typeof actor === 'object' && 'userId' in actor;

export const isClient = (actor: AnyActor): actor is ClientActor =>
  typeof actor === 'object' && 'client' in actor;

/** Whether the actor holds a permission: the system holds all, a client none. */
export const holds = (actor: AnyActor, permission: string): boolean =>
  isUser(actor) ? actor.permissions.has(permission) : actor === 'system';

/** Finds the actor of a bearer token; null if the token is unknown, expired or revoked. */
export type Authenticate = (token: string, request: FastifyRequest) => Promise<Actor | null>;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /**
     * Users whose account waits for approval, or who first have to choose a password or set up their second factor, may
     * call it; every other route that is not public refuses them.
     */
    whilePending?: boolean;
    /**
     * Excluded from the request limit of a session: what every page requests first, and the parts of a large file. The
     * client ends a session whose user cannot be read (specification §8), and that must not happen because many pages
     * were opened.
     */
    isUncounted?: boolean;
    /**
     * Called by many guests from one address, such as an office, a trade fair, or customers of one provider. It has a
     * separate, higher limit, so that guests exhaust neither each other's limit nor that of users who sign in from
     * there.
     */
    isForCrowds?: boolean;
    /** The route accepts `multipart/form-data`; every other route answers it with 415. */
    files?: boolean;
  }
  interface FastifyRequest {
    /** Null: nobody is signed in, possible on public routes only. */
    actor: Actor | null;
    /** The user on whose behalf the request is made, when it is allowed by a delegation only. */
    onBehalfOf: string | null;
  }
  interface FastifyInstance {
    /** Resolves tokens to actors; every token is unknown until the area with the sessions sets `authenticate`. */
    sessions: { authenticate: Authenticate };
  }
}

/** The actor of a request on a route that is not public. */
export const actorOf = (request: FastifyRequest): Actor => {
  if (!request.actor) throw unauthorized();
  return request.actor;
};

/** The user on whose behalf the actor uses one of these permissions; null when the actor holds one of them directly. */
const delegatorOf = (actor: Actor, permissions: readonly string[]): string | null => {
  const { standsFor, ownPermissions = actor.permissions } = actor;
  if (!standsFor || permissions.some((permission) => ownPermissions.has(permission))) return null;
  return permissions.flatMap((permission) => standsFor.get(permission) ?? [])[0] ?? null;
};

/** Refuses with 403 unless the caller holds the permission; for rules that depend on the record or the field. */
export const requirePermission = (request: FastifyRequest, permission: string): void => {
  const actor = actorOf(request);
  if (!actor.permissions.has(permission)) throw forbidden(permission);
  request.onBehalfOf ??= delegatorOf(actor, [permission]);
};

const bearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer +([A-Za-z0-9._~+/|-]{1,512}=*) *$/i.exec(request.headers.authorization ?? '')?.[1];

const checkDeclared = (route: RouteOptions): void => {
  const access = route.config?.access;
  const isNamed = (name: unknown) => typeof name === 'string' && name !== '';
  const isDeclared =
    access === 'public' ||
    access === 'signed-in' ||
    (typeof access === 'object' &&
      ('permission' in access
        ? isNamed(access.permission)
        : access.anyPermission?.length > 0 && access.anyPermission.every(isNamed)));
  if (!isDeclared)
    throw new Error(`Route ${String(route.method)} ${route.url} declares no access in its config.`);
};

const awaitingApproval = (): Problem =>
  new Problem(
    403,
    'account_pending',
    'Su cuenta está pendiente de aprobación. Le avisaremos cuando un administrador la apruebe.',
  );

const stepsFirst = {
  password: [
    'password_change_required',
    'Antes de continuar cambie su contraseña en Mi Perfil: la que tiene la eligió otra persona.',
  ],
  second_factor: [
    'second_factor_setup_required',
    'Su rol exige verificación en dos pasos. Actívela en Mi Perfil para continuar.',
  ],
} as const;

const enforce = async (request: FastifyRequest): Promise<void> => {
  const { access, whilePending } = request.routeOptions.config;
  if (access === 'public') return;
  const actor = actorOf(request);
  if (actor.status === 'pending' && !whilePending) throw awaitingApproval();
  if (actor.pendingStep && !whilePending) {
    const [code, message] = stepsFirst[actor.pendingStep];
    throw new Problem(403, code, message);
  }
  if (access === 'signed-in') return;
  const needed =
    access === undefined ? [] : 'permission' in access ? [access.permission] : access.anyPermission;
  const held = needed.filter((permission) => actor.permissions.has(permission));
  if (held.length === 0) throw forbidden(needed);
  request.onBehalfOf = delegatorOf(actor, held);
};

/**
 * Deny by default: a route without a declared access prevents the start, and no route runs before its caller was
 * identified (`identify`) and authorized (`enforce`). In between, the request is counted against its limits.
 */
export const installAccess = (
  app: FastifyInstance,
  afterIdentified: (request: FastifyRequest) => Promise<void>,
): void => {
  app.decorate('sessions', { authenticate: async () => null });
  app.decorateRequest('actor', null);
  app.decorateRequest('onBehalfOf', null);
  app.addHook('onRoute', checkDeclared);
  app.addHook('onRequest', async (request) => {
    const token = bearerToken(request);
    if (token !== undefined) request.actor = await app.sessions.authenticate(token, request);
    await afterIdentified(request);
    if (!request.is404) await enforce(request);
  });
};
