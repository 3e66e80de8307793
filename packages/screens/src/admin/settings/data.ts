import { useApi, useSettings } from '@pauta/core/react';
import { settings } from '@pauta/domain/admin/settings/setting.ts';
import { useCallback, useEffect, useState } from 'react';

/** One setting with its value, its default, and its last change. */
export interface SettingDetail {
  readonly key: string;
  readonly value: unknown;
  readonly default: unknown;
  readonly changed_at: string | null;
  readonly changed_by: string | null;
}

/** A change of a setting, as an entry of its history. */
export interface SettingChange {
  readonly id: number;
  readonly at: string;
  readonly by: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly before_text: string;
  readonly after_text: string;
}

/** The preview of an import. */
export interface ImportPreview {
  readonly changes: readonly {
    readonly key: string;
    readonly label: string;
    readonly before: unknown;
    readonly after: unknown;
    readonly before_text: string;
    readonly after_text: string;
  }[];
  readonly unchanged: number;
  readonly unknown: readonly string[];
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

/** The body of a 412 response of the settings. */
export interface SettingConflict {
  readonly changed: readonly { readonly key: string; readonly at: string; readonly by: string }[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly version: number;
}

interface Loaded {
  readonly details: ReadonlyMap<string, SettingDetail>;
  /** Version of the settings that were read, for `If-Match`. */
  readonly version: string | null;
}

export interface SettingsData {
  readonly loaded: Loaded | null;
  readonly failure: unknown;
  reload(): Promise<void>;
  /** Saves these keys; null resets a key to its default. @throws ApiError */
  save(values: Readonly<Record<string, unknown>>, version: string | number | null): Promise<void>;
}

/** The settings as stored on the server, and a function that saves them. */
export function useSettingsData(): SettingsData {
  const api = useApi();
  const { load } = useSettings();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  const reload = useCallback(async () => {
    try {
      const answer = await api.send<{ data: readonly SettingDetail[] }>('GET', '/settings/details');
      setLoaded({
        details: new Map(answer.body.data.filter(({ key }) => settings[key]).map((one) => [one.key, one])),
        version: answer.etag,
      });
      setFailure(null);
    } catch (error) {
      setFailure(error);
    }
  }, [api]);
  useEffect(() => void reload(), [reload]);

  const save = useCallback(
    async (values: Readonly<Record<string, unknown>>, version: string | number | null) => {
      await api.put('/settings', values, version === null ? {} : { ifMatch: version });
      // The shell and every open screen read the settings from here; a failing refresh is reported there.
      await Promise.all([reload(), load().catch(() => {})]);
    },
    [api, load, reload],
  );
  return { loaded, failure, reload, save };
}

/** Downloads text as a file in the browser. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
