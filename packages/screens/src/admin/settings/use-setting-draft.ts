import { settings } from '@pauta/domain/admin/settings/setting.ts';
import { type Fields, parseField } from '@pauta/domain/kinds/kind.ts';
import { toWire } from '@pauta/domain/resource/record.ts';
import { inputValues, sameInput } from '@pauta/ui/field-components/input-values.ts';
import { useState } from 'react';
import type { SettingDetail } from './data.ts';

/** Fields of all settings, by key. */
export const settingFields: Fields = Object.fromEntries(
  Object.entries(settings).map(([key, { field }]) => [key, field]),
);

/** A value in the form that its input expects. */
export const inputOf = (key: string, value: unknown): unknown => {
  const field = settingFields[key];
  return field ? inputValues({ [key]: field }, { [key]: value })[key] : undefined;
};

export interface Checked {
  /** Null resets a key to its default. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<string, string>>;
}

export interface SettingDraft {
  inputNow(key: string): unknown;
  set(key: string, input: unknown): void;
  drop(keys: readonly string[]): void;
  readonly changed: readonly string[];
  isDefault(key: string): boolean;
  /** Whether the saved value differs from the default, or an unsaved change exists. */
  differs(key: string): boolean;
  check(): Checked;
}

/** Unsaved values, by key. */
export function useSettingDraft(details: ReadonlyMap<string, SettingDetail> | undefined): SettingDraft {
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>({});
  const start = (key: string): unknown => inputOf(key, details?.get(key)?.value);
  const inputNow = (key: string): unknown => (key in typed ? typed[key] : start(key));
  const changed = Object.keys(typed).filter((key) => !sameInput(typed[key], start(key)));
  const defaultInput = (key: string): unknown =>
    inputOf(key, details?.get(key)?.default ?? settingFields[key]?.options.initial);
  const isDefault = (key: string): boolean => sameInput(inputNow(key), defaultInput(key));
  return {
    inputNow,
    changed,
    isDefault,
    differs: (key) => changed.includes(key) || !sameInput(start(key), defaultInput(key)),
    set: (key, input) => setTyped((before) => ({ ...before, [key]: input })),
    drop: (keys) =>
      setTyped((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !keys.includes(key)))),
    check: () => {
      const values: Record<string, unknown> = {};
      const errors: Record<string, string> = {};
      for (const key of changed) {
        const field = settingFields[key];
        if (!field) continue;
        const checked = parseField(field, typed[key]);
        if (!checked.ok) errors[key] = checked.message;
        else values[key] = isDefault(key) || checked.value === null ? null : toWire(field, checked.value);
      }
      return { values, errors };
    },
  };
}
