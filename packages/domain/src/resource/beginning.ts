import type { Fields } from '../kinds/kind.ts';
import type { Resource } from './resource.ts';

/**
 * Where the value comes from that a field of a new record begins with, when that depends on who makes it, where and
 * with what. A constant is the field's `initial`; a setting is its `setting.initial`.
 */
export type Beginning =
  /** Who makes it; with `role` only who has a role with the one permission and without the other. */
  | { readonly from: 'me'; readonly role?: { readonly with: string; readonly without: string } }
  | { readonly from: 'now' }
  /** The record whose code a setting holds, as the country of the company (`company_country`). */
  | { readonly from: 'setting'; readonly setting: string }
  /** The identification most used in the country that the record begins with. */
  | { readonly from: 'usualTaxId'; readonly country: string }
  /** The next code: `CLI-0013` after `CLI-0012`. */
  | {
      readonly from: 'sequence';
      readonly prefix: string;
      /** Whose codes; a thunk, since a command of one resource may make a record of another. */
      readonly of: () => Resource;
      readonly field: string;
    }
  /** A value of the record that it is part of, which its field `by` names. */
  | { readonly from: 'parent'; readonly by: string; readonly field: string };

/** Must be asked of the server what these fields begin with? */
export const hasBeginning = (fields: Fields): boolean =>
  Object.values(fields).some(({ options }) => options.begins ?? options.setting?.initial);
