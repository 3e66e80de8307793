import type { Field } from '../../kinds/kind.ts';
import { access } from './access.ts';
import { clients } from './clients.ts';
import { company } from './company.ts';
import { finance } from './finance.ts';
import { followup } from './follow-up.ts';
import { map } from './map.ts';
import { numbering } from './numbering.ts';
import { sales } from './sales.ts';

/** What one value of a setting applies to, with its name. All companies of an installation share the settings. */
export const settingScopes = {
  global: 'todas las compañías',
  counted_by_company: 'todas las compañías; cada una lleva su propia cuenta',
  role: 'cada rol',
} as const;

export type SettingScope = keyof typeof settingScopes;

/** A setting of the system: a field whose `initial` is the default, and who may read it. */
export interface Setting {
  readonly field: Field;
  readonly group: string;
  /** Readable without signing in, because a guest page shows it. */
  readonly isPublic: boolean;
  /** Only administrators may change it, not everyone who may change settings. */
  readonly isForAdministrators: boolean;
  readonly scope: SettingScope;
}

/**
 * Settings of one group by key, with their fields; the lists name those shown on guest pages or changed only by
 * administrators.
 */
export interface SettingGroup {
  readonly label: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly isPublic?: readonly string[];
  readonly isForAdministrators?: readonly string[];
  /** Scopes of those that are not global. */
  readonly scopes?: Readonly<Record<string, SettingScope>>;
}

const groups: readonly SettingGroup[] = [company, clients, followup, sales, finance, numbering, map, access];

/**
 * Every setting by key: those of `spec.md` §3 with its defaults, and those of domain §1.9. A setting of a future area
 * is stored and validated like the others; its hint says what it will control.
 */
export const settings: Readonly<Record<string, Setting>> = Object.fromEntries(
  groups.flatMap(({ label, fields, isPublic = [], isForAdministrators = [], scopes = {} }) =>
    Object.entries(fields).map(([key, field]) => [
      key,
      {
        field,
        group: label,
        isPublic: isPublic.includes(key),
        isForAdministrators: isForAdministrators.includes(key),
        scope: scopes[key] ?? 'global',
      },
    ]),
  ),
);

/** The reason shown to a user who may change other settings but not this one. */
export const administratorsOnly = 'Solo un administrador puede cambiarla.';

/** Groups in the order of the screen. */
export const settingGroups: readonly string[] = groups.map(({ label }) => label);
