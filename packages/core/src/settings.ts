import type { ApiClient } from './api-client.ts';
import { invalidResponse, isRecord } from './api-error.ts';

/** The settings with known keys (specification §3). */
export interface KnownSettings {
  client_code_label: string;
  client_code_placeholder: string;
  company_code_label: string;
  company_code_placeholder: string;
  client_additional_sales_rep_visible: boolean;
  client_additional_sales_rep_label: string;
}

/** Default of a known setting when the server does not send it (specification §3). */
export const settingDefaults: Readonly<KnownSettings> = Object.freeze({
  client_code_label: 'Código',
  client_code_placeholder: 'Ej: CLI-001, ACME-2024',
  company_code_label: 'Código Externo',
  company_code_placeholder: 'Ej: EXT-001, ERP-12345, SYS-ABC',
  client_additional_sales_rep_visible: true,
  client_additional_sales_rep_label: 'Vendedor Adicional',
});

/** Settings to change; null resets a key to its default. */
export type SettingChanges = { readonly [K in keyof KnownSettings]?: KnownSettings[K] | null } & Readonly<
  Record<string, unknown>
>;

/** The settings at one moment. The object changes only when something in it changes. */
export interface SettingsSnapshot {
  readonly loaded: boolean;
  /** As the server sent them, without defaults; read single values with `get`. */
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Reads one setting: the server's value, otherwise the given fallback, otherwise the default of a known key. A value of
 * another type than the fallback is converted if its meaning is unambiguous (`'1'` for true, `'12'` for 12), because
 * servers often store settings as text; otherwise it is ignored.
 */
export interface GetSetting {
  <K extends keyof KnownSettings>(key: K, fallback?: KnownSettings[K]): KnownSettings[K];
  (key: string, fallback: string): string;
  (key: string, fallback: number): number;
  (key: string, fallback: boolean): boolean;
  <T>(key: string, fallback: T): T;
}

/**
 * The settings of the product: a key/value map stored on the server (specification §3 and §4). `subscribe` and
 * `getSnapshot` fit `useSyncExternalStore`.
 */
export interface Settings {
  /** See `GetSetting`. Returns the fallbacks until the settings are loaded. */
  readonly get: GetSetting;
  getSnapshot(): SettingsSnapshot;
  /** Calls `listener` after each change. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  /**
   * GET /settings. Calls made while a request is pending share it.
   *
   * @throws ApiError after logging it.
   */
  load(): Promise<SettingsSnapshot>;
  /**
   * PUT /settings with these keys and values; the map in the response replaces the current one.
   *
   * @throws ApiError after logging it.
   */
  update(changes: SettingChanges): Promise<SettingsSnapshot>;
  /** Resets to the state before loading. A pending response is then ignored. */
  clear(): void;
}

const notLoaded: SettingsSnapshot = Object.freeze({ loaded: false, values: Object.freeze({}) });

/**
 * Creates the settings of an application.
 *
 * @example
 * const settings = createSettings({ api });
 * await settings.load();
 * settings.get('client_code_label'); // 'Código', or the server's value
 * settings.get('quote_validity_days', 15); // a number
 */
export function createSettings({ api }: { api: Pick<ApiClient, 'get' | 'put'> }): Settings {
  const listeners = new Set<() => void>();
  let snapshot = notLoaded;
  let loading: Promise<SettingsSnapshot> | null = null;
  // A response is used only if no response to a later request has been used before.
  let asked = 0;
  let taken = 0;

  function change(next: SettingsSnapshot): void {
    snapshot = next;
    for (const listener of [...listeners]) listener();
  }

  async function take(failure: string, ask: () => Promise<unknown>): Promise<SettingsSnapshot> {
    asked += 1;
    const turn = asked;
    try {
      const values = settingsOf(await ask());
      if (turn > taken) {
        taken = turn;
        change({ loaded: true, values });
      }
      return snapshot;
    } catch (error) {
      console.error(failure, error);
      throw error;
    }
  }

  const get = (key: string, fallback?: unknown): unknown => {
    const value = Object.hasOwn(snapshot.values, key) ? snapshot.values[key] : undefined;
    return converted(value, fallback ?? defaultOf(key));
  };

  return {
    get: get as GetSetting,
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    load() {
      if (loading) return loading;
      const started = take('No se pudo cargar la configuración.', () => api.get('/settings')).finally(() => {
        if (loading === started) loading = null;
      });
      loading = started;
      return started;
    },
    update: (changes) => take('No se pudo guardar la configuración.', () => api.put('/settings', changes)),
    clear() {
      taken = asked;
      loading = null;
      if (snapshot !== notLoaded) change(notLoaded);
    },
  };
}

function settingsOf(answer: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(answer) || !('settings' in answer)) throw invalidResponse(200, answer);
  // PHP encodes an empty map as a list.
  return isRecord(answer.settings) ? answer.settings : {};
}

function defaultOf(key: string): unknown {
  return Object.hasOwn(settingDefaults, key) ? settingDefaults[key as keyof KnownSettings] : undefined;
}

function converted(value: unknown, expected: unknown): unknown {
  if (value === null || value === undefined) return expected;
  if (expected === null || expected === undefined) return value;
  if (typeof value === typeof expected && Array.isArray(value) === Array.isArray(expected)) return value;
  if (typeof expected === 'string' && typeof value === 'number') return String(value);
  if (typeof expected === 'number' && typeof value === 'string' && value.trim() !== '') {
    const number = Number(value);
    return Number.isFinite(number) ? number : expected;
  }
  if (typeof expected === 'boolean') {
    if (value === 1 || value === '1' || value === 'true') return true;
    if (value === 0 || value === '0' || value === 'false') return false;
  }
  return expected;
}
