import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { json, startServer, type TestServer } from '../test/server.ts';
import { createApiClient } from './api-client.ts';
import { createSettings, type Settings, settingDefaults } from './settings.ts';

let server: TestServer;
let settings: Settings;
let logged: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  server = await startServer();
  settings = createSettings({ api: createApiClient({ baseUrl: server.baseUrl }) });
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

const answerWith = (map: unknown) => server.on('GET /settings', json(200, { settings: map }));

describe('keys and defaults (specification §3)', () => {
  test('the six known keys', () => {
    expect(settingDefaults).toEqual({
      client_code_label: 'Código',
      client_code_placeholder: 'Ej: CLI-001, ACME-2024',
      company_code_label: 'Código Externo',
      company_code_placeholder: 'Ej: EXT-001, ERP-12345, SYS-ABC',
      client_additional_sales_rep_visible: true,
      client_additional_sales_rep_label: 'Vendedor Adicional',
    });
  });

  test.each(Object.entries(settingDefaults))(
    '%s is %j before loading, and if the server omits it',
    async (key, value) => {
      const known = key as keyof typeof settingDefaults;
      expect(settings.get(known)).toBe(value);
      answerWith({});
      await settings.load();
      expect(settings.get(known)).toBe(value);
    },
  );

  test('a value of the server takes precedence, then the default of the caller', async () => {
    answerWith({
      client_code_label: 'Clave',
      client_additional_sales_rep_visible: false,
      company_code_label: null,
    });
    await settings.load();
    expect(settings.get('client_code_label')).toBe('Clave');
    expect(settings.get('client_code_label', 'Otra')).toBe('Clave');
    expect(settings.get('client_additional_sales_rep_visible')).toBe(false);
    expect(settings.get('company_code_label')).toBe('Código Externo');
    expect(settings.get('company_code_label', 'Externa')).toBe('Externa');
  });

  test('an empty text of the server is a value', async () => {
    answerWith({ client_code_placeholder: '' });
    await settings.load();
    expect(settings.get('client_code_placeholder')).toBe('');
  });

  test('other keys are read with a default of the caller, which determines the type', async () => {
    expect(settings.get('days', 15)).toBe(15);
    answerWith({ days: 30, name: 'Radio', list: [1], on: true, extra: { a: 1 } });
    await settings.load();
    expect(settings.get('days', 15)).toBe(30);
    expect(settings.get('name', '')).toBe('Radio');
    expect(settings.get('list', [0])).toEqual([1]);
    expect(settings.get('on', false)).toBe(true);
    expect(settings.get('extra', { a: 0 })).toEqual({ a: 1 });
    expect(settings.get('extra', null)).toEqual({ a: 1 });
    expect(settings.get('nothing', 'x')).toBe('x');
  });

  test.each([
    ['1', false, true],
    ['0', true, false],
    ['true', false, true],
    ['false', true, false],
    [1, false, true],
    [0, true, false],
    ['sí', false, false],
    ['', true, true],
    ['12.5', 0, 12.5],
    ['doce', 3, 3],
    [' ', 3, 3],
    ['Infinity', 3, 3],
    [12, 'x', '12'],
    [true, 'x', 'x'],
    [['a'], { a: 1 }, { a: 1 }],
    [{ a: 1 }, ['a'], ['a']],
  ])('a value %j read with the default %j gives %j', async (said, expected, given) => {
    answerWith({ key: said });
    await settings.load();
    expect(settings.get('key', expected)).toEqual(given);
  });

  test('names of Object.prototype are not settings', () => {
    expect(settings.get('constructor', 'x')).toBe('x');
    expect(settings.get('toString', 'x')).toBe('x');
  });

  test('types follow the key, or the default given', () => {
    expectTypeOf(settings.get('client_code_label')).toEqualTypeOf<string>();
    expectTypeOf(settings.get('client_additional_sales_rep_visible')).toEqualTypeOf<boolean>();
    expectTypeOf(settings.get('days', 15)).toEqualTypeOf<number>();
    expectTypeOf(settings.get('name', 'x')).toEqualTypeOf<string>();
    expectTypeOf(settings.get('list', ['x'])).toEqualTypeOf<string[]>();
    // @ts-expect-error an unknown key needs a default
    settings.get('days');
    // @ts-expect-error a known key has its own type
    expectTypeOf(settings.get('client_code_label', 3)).toEqualTypeOf<string>();
  });
});

describe('states (specification §4)', () => {
  test('not loaded, loaded, cleared', async () => {
    const heard: boolean[] = [];
    settings.subscribe(() => heard.push(settings.getSnapshot().loaded));
    expect(settings.getSnapshot()).toEqual({ loaded: false, values: {} });
    answerWith({ client_code_label: 'Clave' });
    expect(await settings.load()).toEqual({ loaded: true, values: { client_code_label: 'Clave' } });
    expect(server.asked).toMatchObject([{ method: 'GET', path: '/settings', body: '' }]);
    expect(settings.getSnapshot()).toBe(settings.getSnapshot());
    settings.clear();
    expect(settings.getSnapshot()).toEqual({ loaded: false, values: {} });
    expect(settings.get('client_code_label')).toBe('Código');
    settings.clear();
    expect(heard).toEqual([true, false]);
  });

  test('an ended subscription gets no notifications', async () => {
    const heard = vi.fn();
    settings.subscribe(heard)();
    answerWith({});
    await settings.load();
    expect(heard).not.toHaveBeenCalled();
  });

  test('simultaneous loads share one request, later ones send a new one', async () => {
    answerWith({});
    await Promise.all([settings.load(), settings.load()]);
    expect(server.asked).toHaveLength(1);
    await settings.load();
    expect(server.asked).toHaveLength(2);
  });

  test('settings that are cleared while loading stay cleared', async () => {
    answerWith({ client_code_label: 'Clave' });
    const loading = settings.load();
    settings.clear();
    await loading;
    expect(settings.getSnapshot().loaded).toBe(false);
  });

  test('a load that completes after a later update does not undo it', async () => {
    let answer = (): void => {};
    server.on('GET /settings', (response, asked) => {
      answer = () => json(200, { settings: { client_code_label: 'Vieja' } })(response, asked);
    });
    server.on('PUT /settings', json(200, { settings: { client_code_label: 'Nueva' } }));
    const loading = settings.load();
    await settings.update({ client_code_label: 'Nueva' });
    await vi.waitFor(() => expect(server.asked).toHaveLength(2));
    answer();
    await loading;
    expect(settings.get('client_code_label')).toBe('Nueva');
  });

  test.each([[[]], [null]])('an empty map may be sent as %j', async (map) => {
    answerWith(map);
    await settings.load();
    expect(settings.getSnapshot()).toEqual({ loaded: true, values: {} });
  });
});

describe('update', () => {
  test('PUT /settings with the values; the response is the new state', async () => {
    answerWith({ client_code_label: 'Código', other: 1 });
    await settings.load();
    server.on('PUT /settings', json(200, { settings: { client_code_label: 'Clave' } }));
    await settings.update({ client_code_label: 'Clave' });
    expect(server.asked.at(-1)).toMatchObject({
      method: 'PUT',
      path: '/settings',
      body: '{"client_code_label":"Clave"}',
    });
    expect(settings.getSnapshot().values).toEqual({ client_code_label: 'Clave' });
  });
});

describe('failures (specification §8)', () => {
  test('of loading are logged and re-thrown, and do not change the state', async () => {
    server.on('GET /settings', json(500, { message: 'Sin servicio.' }));
    await expect(settings.load()).rejects.toMatchObject({ status: 500, message: 'Sin servicio.' });
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      'No se pudo cargar la configuración.',
      expect.objectContaining({ status: 500 }),
    );
    expect(settings.getSnapshot().loaded).toBe(false);
    answerWith({});
    await settings.load();
    expect(settings.getSnapshot().loaded).toBe(true);
  });

  test('of updating are logged and re-thrown, and do not change the state', async () => {
    answerWith({ client_code_label: 'Clave' });
    await settings.load();
    server.on('PUT /settings', json(422, { errors: { client_code_label: ['Muy largo.'] } }));
    await expect(settings.update({ client_code_label: 'x' })).rejects.toMatchObject({ status: 422 });
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      'No se pudo guardar la configuración.',
      expect.objectContaining({ status: 422 }),
    );
    expect(settings.get('client_code_label')).toBe('Clave');
  });

  test('include a response without settings', async () => {
    server.on('GET /settings', json(200, { data: {} }));
    await expect(settings.load()).rejects.toMatchObject({ code: 'invalid_response' });
    expect(logged).toHaveBeenCalledOnce();
  });
});
