import { type Field, type Fields, isEmpty, whyFrozen } from '@pauta/domain/kinds/kind.ts';
import { parseValues } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Errors, Resource, Rule, Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../platform/access.ts';
import type { Queryable } from '../platform/database.ts';
import { forbidden, invalid } from '../platform/problem.ts';
import { fieldErrorsOf } from '../platform/validation-messages.ts';
import { resolveReferences } from './resolve-references.ts';
import { settingDefaults } from './setting-defaults.ts';

/** Says that a field is not changed here. */
export const changedBy = ({ transitions }: Resource, { options }: Field): string =>
  `Cámbielo con «${transitions[options.changedBy ?? '']?.label}», que pide el motivo.`;

export interface BodyContext {
  readonly fields: Fields;
  /** Whose fields they are; absent for those of a transition. */
  readonly resource?: Resource;
  readonly rules?: readonly Rule[];
  readonly actor: Actor;
  readonly request: FastifyRequest;
  /** The record before the change; absent for a new one. */
  readonly current?: AnyRecord;
  /** Where the values do not come from the body of the request: what was given, and its faults of type. */
  readonly deed?: { readonly input?: unknown; readonly wrongTypes?: Errors; readonly former?: Values };
}

const isObject = (input: unknown): input is Values =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** Values of another JSON type than the field's that its kind is lenient with (`"5"` for a number). */
export const typeErrors = (
  faults: readonly { keyword: string; instancePath: string }[] | null | undefined,
): Errors =>
  fieldErrorsOf(
    (faults ?? []).filter(({ keyword, instancePath }) => keyword === 'type' && instancePath !== '') as never,
  );

const wireOf = (field: Field, value: unknown): string =>
  JSON.stringify(isEmpty(value) ? null : field.kind.wire(value));

/** Is this the value the field already has, or would have anyway? */
const isSame = (field: Field, value: unknown, before: unknown): boolean =>
  wireOf(field, value) === wireOf(field, before);

/**
 * Checks the body of a request: every field with its kind, everything it refers to, then the rules over the whole
 * record. All faults are told at once, each at its field.
 *
 * @returns the checked values: of all writable fields for a new record, else of those that change
 * @throws Problem 422 by field, 403 for a field that needs a permission the actor lacks
 */
export const readBody = async (tx: Queryable, context: BodyContext): Promise<Values> => {
  const { fields, resource, rules = [], actor, request, current } = context;
  const {
    input = {},
    wrongTypes,
    former,
  } = context.deed ?? {
    input: request.body ?? {},
    wrongTypes: typeErrors(request.validationError?.validation),
  };
  if (!isObject(input)) throw invalid({ _: ['Envíe los datos como un objeto JSON.'] });

  const { body, errors: referenceErrors } = await resolveReferences(tx, fields, input, {
    actor,
    ...(current && { current }),
    ...(former && { former }),
  });
  const hasReferenceErrors = Object.keys(referenceErrors).length > 0;
  const defaults = current ? {} : await settingDefaults(tx, fields);
  // A rule that asks for the country's code finds it only when the country was found.
  const parsed = parseValues(fields, body, {
    ...(current && { current }),
    defaults,
    rules: hasReferenceErrors ? [] : rules,
  });
  const errors = { ...(parsed.ok ? {} : parsed.errors), ...referenceErrors };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  if (!parsed.ok) throw invalid(parsed.errors);
  if (wrongTypes && Object.keys(wrongTypes).length > 0) throw invalid(wrongTypes);

  for (const [name, value] of Object.entries(parsed.values)) {
    const field = fields[name];
    // What goes with another field, because it does not exist without it, is no change of its own.
    if (!(name in body)) continue;
    if (!field || isSame(field, value, current ? current[name] : (defaults[name] ?? field.options.initial)))
      continue;
    const permission = field.options.writePermission;
    if (permission !== undefined && !actor.permissions.has(permission)) throw forbidden(permission);
    if (current && !former && resource && field.options.changedBy !== undefined) {
      throw invalid({ [name]: [changedBy(resource, field)] });
    }
  }
  if (!current) return parsed.values;
  const changed = Object.entries(parsed.values).filter(([name, value]) => {
    const field = fields[name];
    return field !== undefined && !isSame(field, value, current[name]);
  });
  const frozen = changed.flatMap(([name]): [string, string[]][] => {
    const field = fields[name];
    const reason = field && whyFrozen(field, current, (permission) => actor.permissions.has(permission));
    return reason ? [[name, [reason]]] : [];
  });
  if (frozen.length > 0) throw invalid(Object.fromEntries(frozen));
  return Object.fromEntries(changed);
};
