import { type Field, type Fields, isEmpty, whyFrozen } from '@pauta/domain/kinds/kind.ts';
import { parseValues } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Errors, Resource, Rule, Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AnyActor, holds } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { forbidden, invalid } from '../../platform/http/problem.ts';
import { fieldErrorsOf } from '../../platform/http/validation-messages.ts';
import { type Resolved, resolveReferences } from './resolve-references.ts';
import { settingDefaults } from './setting-defaults.ts';

/** Message that a field cannot be changed directly. */
export const changedBy = ({ commands }: Resource, { options }: Field): string =>
  `Cámbielo con «${commands[options.changedBy ?? '']?.label}», que pide el motivo.`;

export interface BodyContext {
  readonly fields: Fields;
  /** Resource of the fields; absent for the fields of a command. */
  readonly resource?: Resource;
  readonly rules?: readonly Rule[];
  readonly actor: AnyActor;
  /** Provides the settings that give fields their initial values. */
  readonly server: Pick<FastifyInstance, 'engine'>;
  /** Request whose body holds the values; absent where `recordChange` does. */
  readonly request?: Pick<FastifyRequest, 'body' | 'validationError'>;
  /** The record before the change; absent for a new one. */
  readonly current?: AnyRecord;
  /** Values that do not come from a request body, with their type errors. */
  readonly recordChange?: {
    readonly input?: unknown;
    readonly wrongTypes?: Errors;
    readonly former?: Values;
  };
}

export const isObject = (input: unknown): input is Values =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** Errors for values of another JSON type that the field's kind would otherwise accept (`"5"` for a number). */
export const typeErrors = (
  faults: readonly { keyword: string; instancePath: string }[] | null | undefined,
): Errors =>
  fieldErrorsOf(
    (faults ?? []).filter(({ keyword, instancePath }) => keyword === 'type' && instancePath !== '') as never,
  );

const wireOf = (field: Field, value: unknown): string =>
  JSON.stringify(isEmpty(value) ? null : field.kind.wire(value));

/** Whether the field already has this value, or would get it anyway. */
const isSame = (field: Field, value: unknown, before: unknown): boolean =>
  wireOf(field, value) === wireOf(field, before);

/** Input whose references were looked up, with what it is validated against. */
export interface Judged {
  readonly fields: Fields;
  readonly resource?: Resource;
  readonly rules: readonly Rule[];
  readonly actor: AnyActor;
  readonly current?: Values;
  readonly former?: Values;
  /** Initial values of a new record for absent fields. */
  readonly defaults?: Values;
  /** Errors of values of another JSON type than their fields. */
  readonly wrongTypes?: Errors;
  readonly resolved: Resolved;
}

/** Validated values, and errors by field. */
export interface Verdict {
  readonly values: Values;
  readonly errors: Errors;
}

/**
 * Validates values against their fields and rules; for a change the answer has only what differs.
 *
 * @throws Problem 403 for a field that needs a permission the actor lacks, unless there are validation errors
 */
export const judgeValues = ({
  fields,
  resource,
  rules,
  actor,
  current,
  former,
  defaults = {},
  wrongTypes = {},
  resolved: { body, errors: referenceErrors },
}: Judged): Verdict => {
  const hasReferenceErrors = Object.keys(referenceErrors).length > 0;
  // A rule that reads the country's code needs the country to have been resolved.
  const parsed = parseValues(fields, body, {
    ...(current && { current }),
    defaults,
    rules: hasReferenceErrors ? [] : rules,
  });
  const faults = { ...(parsed.ok ? {} : parsed.errors), ...referenceErrors };
  const errors = Object.keys(faults).length > 0 ? faults : wrongTypes;
  if (Object.keys(errors).length > 0) return { values: parsed.values, errors };

  for (const [name, value] of Object.entries(parsed.values)) {
    const field = fields[name];
    // A field that was cleared only because it depends on another one is not a change of its own.
    if (!(name in body)) continue;
    if (!field || isSame(field, value, current ? current[name] : (defaults[name] ?? field.options.initial)))
      continue;
    const permission = field.options.writePermission;
    if (permission !== undefined && !holds(actor, permission)) throw forbidden(permission);
    if (current && !former && resource && field.options.changedBy !== undefined) {
      return { values: {}, errors: { [name]: [changedBy(resource, field)] } };
    }
  }
  if (!current) return { values: parsed.values, errors: {} };
  const changed = Object.entries(parsed.values).filter(([name, value]) => {
    const field = fields[name];
    return field !== undefined && !isSame(field, value, current[name]);
  });
  const frozen = changed.flatMap(([name]): [string, string[]][] => {
    const field = fields[name];
    const reason = field && whyFrozen(field, current, (permission) => holds(actor, permission));
    return reason ? [[name, [reason]]] : [];
  });
  return { values: Object.fromEntries(changed), errors: Object.fromEntries(frozen) };
};

/** The unchecked input, with the type errors that the schema found. */
const givenBy = ({ recordChange, request }: BodyContext) =>
  recordChange ?? {
    input: request?.body ?? {},
    wrongTypes: typeErrors(request?.validationError?.validation),
  };

/**
 * Validates the input of a record and returns its errors instead of throwing, for callers with further checks.
 *
 * @throws Problem 403; 422 for input that is not an object
 */
export const judgeBody = async (tx: Queryable, context: BodyContext): Promise<Verdict> => {
  const { fields, resource, rules = [], actor, server, current } = context;
  const { input = {}, wrongTypes = {}, former } = givenBy(context);
  if (!isObject(input)) throw invalid({ _: ['Envíe los datos como un objeto JSON.'] });
  const against = { ...(current && { current }), ...(former && { former }) };
  const [resolved] = await resolveReferences(tx, [{ fields, body: input, ...against }], actor);
  if (!resolved) throw new Error('one body comes to one result');
  return judgeValues({
    fields,
    ...(resource && { resource }),
    rules,
    actor,
    ...against,
    ...(!current && { defaults: await settingDefaults(server.engine.settings, tx, fields) }),
    wrongTypes,
    resolved,
  });
};

/**
 * Validates the body of a request: every field by its kind, every reference, then the rules over the whole record. All
 * errors are reported at once, each at its field.
 *
 * @returns the validated values: all writable fields of a new record, else the changed ones
 * @throws Problem 422 by field, 403 for a field that needs a permission the actor lacks
 */
export const readBody = async (tx: Queryable, context: BodyContext): Promise<Values> => {
  const { values, errors } = await judgeBody(tx, context);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return values;
};
