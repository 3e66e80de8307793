import type { Fields } from '../kinds/kind.ts';
import type { Resource } from './resource.ts';

/**
 * Source of a field's initial value in a new record, when it depends on the author or on other data. A constant is the
 * field's `initial`; a setting is its `setting.initial`.
 */
export type Beginning =
  /** The author; with `role` only an author who has a role with the first permission and without the second. */
  | { readonly from: 'me'; readonly role?: { readonly with: string; readonly without: string } }
  /** The current instant; for a date, the day of the company's clock. */
  | { readonly from: 'now' }
  /** The record whose code is stored in a setting, such as the company's country (`company_country`). */
  | { readonly from: 'setting'; readonly setting: string }
  /** The first offered record of the referenced resource, in its own order: the first stage of the pipeline. */
  | { readonly from: 'first' }
  /** The most common type of tax id in the initial country of the record. */
  | { readonly from: 'usualTaxId'; readonly country: string }
  /** The next code: `CLI-0013` after `CLI-0012`. */
  | {
      readonly from: 'sequence';
      readonly prefix: string;
      /**
       * The resource whose codes are counted; a function, since a command of one resource may create a record of
       * another.
       */
      readonly of: () => Resource;
      readonly field: string;
    }
  /** A value of the parent record, which the field `by` refers to. */
  | { readonly from: 'parent'; readonly by: string; readonly field: string };

/** Whether the server has to be asked for initial values of these fields. */
export const hasBeginning = (fields: Fields): boolean =>
  Object.values(fields).some(({ options }) => options.begins ?? options.setting?.initial);
