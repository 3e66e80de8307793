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

/** Says that a field is not changed here. */
export const changedBy = ({ commands }: Resource, { options }: Field): string =>
  `Cámbielo con «${commands[options.changedBy ?? '']?.label}», que pide el motivo.`;

export interface BodyContext {
  readonly fields: Fields;
  /** Whose fields they are; absent for those of a command. */
  readonly resource?: Resource;
  readonly rules?: readonly Rule[];
  readonly actor: AnyActor;
  /** Whose settings say what a field begins with. */
  readonly server: Pick<FastifyInstance, 'engine'>;
  /** Whose body holds the values; absent where `recordChange` does. */
  readonly request?: Pick<FastifyRequest, 'body' | 'validationError'>;
  /** The record before the change; absent for a new one. */
  readonly current?: AnyRecord;
  /** Where the values do not come from the body of the request: what was given, and its faults of type. */
  readonly recordChange?: {
    readonly input?: unknown;
    readonly wrongTypes?: Errors;
    readonly former?: Values;
  };
}

export const isObject = (input: unknown): input is Values =>
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

/** Values whose references were looked up, and what they are checked against. */
export interface Judged {
  readonly fields: Fields;
  readonly resource?: Resource;
  readonly rules: readonly Rule[];
  readonly actor: AnyActor;
  readonly current?: Values;
  readonly former?: Values;
  /** Values of a new record where nothing is given. */
  readonly defaults?: Values;
  /** Values of another JSON type than their fields'. */
  readonly wrongTypes?: Errors;
  readonly resolved: Resolved;
}

/** Checked values, and what is wrong by field. */
export interface Verdict {
  readonly values: Values;
  readonly errors: Errors;
}

/**
 * Checks values against their fields and rules; of a change the answer is what differs.
 *
 * @throws Problem 403 for a field that needs a permission the actor lacks, unless something is wrong
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
  // A rule that asks for the country's code finds it only when the country was found.
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
    // What goes with another field, because it does not exist without it, is no change of its own.
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

/** What was given, unchecked, with the faults of type that the schema found. */
const givenBy = ({ recordChange, request }: BodyContext) =>
  recordChange ?? {
    input: request?.body ?? {},
    wrongTypes: typeErrors(request?.validationError?.validation),
  };

/**
 * Checks what is given for a record without throwing what is wrong with it, for who has more to check.
 *
 * @throws Problem 403; 422 for what is no object
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
 * Checks the body of a request: every field with its kind, everything it refers to, then the rules over the whole
 * record. All faults are told at once, each at its field.
 *
 * @returns the checked values: of all writable fields for a new record, else of those that change
 * @throws Problem 422 by field, 403 for a field that needs a permission the actor lacks
 */
export const readBody = async (tx: Queryable, context: BodyContext): Promise<Values> => {
  const { values, errors } = await judgeBody(tx, context);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return values;
};
