import { isExcepted, isFrozen } from '@pauta/domain/document/frozen.ts';
import { type Field, type Fields, isEmpty, whyFrozen } from '@pauta/domain/kinds/kind.ts';
import type { AnyRecord, Resource, Section } from '@pauta/domain/resource/resource.ts';
import type { May } from '../data/may.ts';

/** The fields shown in a form. */
export interface AskedFields {
  readonly sections: readonly Section[];
  readonly fields: Fields;
  /** The reason for each field that is shown but cannot be edited; undefined if no reason is displayed. */
  readonly locked: Readonly<Record<string, string | undefined>>;
}

/** Why a field cannot be edited in the form of a record; null if it can. */
const lockOf = (
  resource: Resource,
  name: string,
  field: Fields[string],
  record: AnyRecord | undefined,
  may: May,
): { readonly reason: string | undefined } | null => {
  const { writePermission, changedBy } = field.options;
  // The reason is shown once for the whole form.
  if (isFrozen(resource, record) && !isExcepted(resource, name)) return { reason: undefined };
  const command = record && changedBy ? resource.commands[changedBy] : undefined;
  if (command) {
    const isExplained = Object.hasOwn(command.fields ?? {}, command.reason ?? 'reason');
    return { reason: `Se cambia con «${command.label}»${isExplained ? ', que pide el motivo' : ''}.` };
  }
  if (!may.write(field)) {
    const verdict = writePermission ? may.permission(writePermission) : null;
    return { reason: verdict && !verdict.allowed ? verdict.reason : undefined };
  }
  const frozen = whyFrozen(field, record, (permission) => may.permission(permission).allowed);
  return frozen === null ? null : { reason: frozen };
};

/** Whether a field is empty and never edited here, such as the reason for a rejection before there is one. */
const isUnused = (name: string, field: Field, record: AnyRecord): boolean =>
  field.options.readOnly === true && isEmpty(record[name]);

/**
 * The fields of a form: those of its sections, without the given ones. The form of a new record leaves out fields that
 * the user may not write; that of an existing one shows their values, if they have one.
 *
 * @param given fields with a fixed value
 * @param record the record being changed
 */
export function askedFields(
  resource: Resource,
  sections: readonly Section[],
  given: Readonly<Record<string, unknown>>,
  record: AnyRecord | undefined,
  may: May,
): AskedFields {
  const asked = sections
    .map((section) => ({ ...section, fields: section.fields.filter((name) => !Object.hasOwn(given, name)) }))
    .filter((section) => section.fields.length > 0);
  const fields: Fields = Object.fromEntries(
    asked
      .flatMap((section) => section.fields)
      .flatMap((name) => {
        const field = resource.fields[name];
        return field && (record ? !isUnused(name, field, record) : may.write(field)) ? [[name, field]] : [];
      }),
  );
  const locked = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const lock = lockOf(resource, name, field, record, may);
      return lock ? [[name, lock.reason]] : [];
    }),
  );
  return { sections: asked, fields, locked };
}
