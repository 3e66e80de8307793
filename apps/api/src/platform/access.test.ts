import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { type Access, type Actor, requirePermission } from './access.ts';

const actor = (permissions: string[]): Actor => ({
  userId: '0190a000-0000-7000-8000-000000000001',
  sessionId: 's1',
  fullName: 'Ana',
  email: 'ana@example.com',
  status: 'active',
  roles: [],
  permissions: new Set(permissions),
});

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    areas: false,
    routes: (app) => {
      app.sessions.authenticate = async (token) =>
        token.startsWith('good-') ? actor(token.split('-').slice(1)) : null;
      const routes: Record<string, Access> = {
        public: 'public',
        signed: 'signed-in',
        one: { permission: 'clients.view' },
        any: { anyPermission: ['clients.view', 'agencies.view'] },
      };
      for (const [name, access] of Object.entries(routes)) {
        app.get(`/api/${name}`, { config: { access } }, (request) => ({
          who: request.actor?.fullName ?? null,
        }));
      }
      app.get('/api/late', { config: { access: 'signed-in' } }, (request) => {
        requirePermission(request, 'quotes.approve');
        return {};
      });
    },
  });
});
afterAll(() => api.close());

const get = (url: string, token?: string, headers: Record<string, string> = {}) =>
  api.inject({ url, headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers } });

describe('deny by default', () => {
  test.each([
    ['no config', undefined],
    ['an empty permission', { permission: '' }],
    ['no permission among any', { anyPermission: [] }],
    ['a misspelled word', 'signedin' as Access],
  ])('a route with %s stops the start', async (_name, access) => {
    const start = startTestApi({
      areas: false,
      routes: (app) => {
        app.get('/api/forgotten', access === undefined ? {} : { config: { access } }, () => 'open');
      },
    });
    await expect(start).rejects.toThrow(/GET \/api\/forgotten declares no access/);
  });

  test('every route of the whole API declares its access', async () => {
    const whole = await startTestApi();
    await whole.close();
  });
});

describe('access', () => {
  test('a public route sees the actor of a valid token and ignores any other', async () => {
    expect((await get('/api/public')).json()).toEqual({ who: null });
    expect((await get('/api/public', 'good-x')).json()).toEqual({ who: 'Ana' });
    const stale = await get('/api/public', 'expired-token');
    expect([stale.statusCode, stale.json()]).toEqual([200, { who: null }]);
  });

  test('a missing, unknown or malformed token is 401 with the Spanish message', async () => {
    for (const headers of [
      {},
      { authorization: 'Bearer unknown-token' },
      { authorization: 'Basic Z29vZC14' },
      { authorization: 'Bearer' },
    ]) {
      const reply = await get('/api/signed', undefined, headers as Record<string, string>);
      expect(reply.statusCode).toBe(401);
      expect(reply.headers['www-authenticate']).toBe('Bearer');
      expect(reply.json().message).toMatch(/sesión/);
    }
  });

  test('a cookie is never a credential', async () => {
    const reply = await get('/api/signed', undefined, {
      cookie: 'token=good-x; auth_token=good-x; authorization=Bearer good-x',
    });
    expect(reply.statusCode).toBe(401);
    expect((await get('/api/signed?token=good-x&auth_token=good-x')).statusCode).toBe(401);
  });

  test('a missing permission is 403 and named', async () => {
    expect((await get('/api/one', 'good-clients.view')).statusCode).toBe(200);
    const refused = await get('/api/one', 'good-other.view');
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'forbidden', permission: 'clients.view' });
    expect(refused.json().message).toContain('clients.view');
  });

  test('any of several permissions is sufficient', async () => {
    expect((await get('/api/any', 'good-agencies.view')).statusCode).toBe(200);
    expect((await get('/api/any', 'good-x')).json()).toMatchObject({
      status: 403,
      permissions: ['clients.view', 'agencies.view'],
    });
  });

  test('a rule inside a handler refuses the same way', async () => {
    expect((await get('/api/late', 'good-x')).json()).toMatchObject({
      status: 403,
      permission: 'quotes.approve',
    });
  });

  test('HEAD requires the same access as GET', async () => {
    expect((await api.inject({ method: 'HEAD', url: '/api/one' })).statusCode).toBe(401);
  });
});
