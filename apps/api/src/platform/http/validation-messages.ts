import type { FieldErrors } from './problem.ts';

interface SchemaError {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
}

const typeNames: Record<string, string> = {
  string: 'un texto',
  integer: 'un número entero',
  number: 'un número',
  boolean: 'sí o no',
  array: 'una lista',
  object: 'un conjunto de campos',
  null: 'vacío',
};

const formatNames: Record<string, string> = {
  email: 'un correo electrónico válido',
  uuid: 'un identificador válido',
  date: 'una fecha válida (AAAA-MM-DD)',
  'date-time': 'una fecha y hora válidas',
  uri: 'una dirección web válida',
};

const counted = (count: unknown, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const messageOf = ({ keyword, params }: SchemaError): string => {
  switch (keyword) {
    case 'required':
      return 'Este campo es obligatorio.';
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'propertyNames':
      return 'Este campo no se conoce.';
    case 'type': {
      const types = Array.isArray(params.type) ? params.type : String(params.type).split(',');
      return `Debe ser ${types.map((type) => typeNames[String(type)] ?? String(type)).join(' o ')}.`;
    }
    case 'format':
      return `Debe ser ${formatNames[String(params.format)] ?? 'un valor con el formato correcto'}.`;
    case 'minLength':
      return params.limit === 1
        ? 'Este campo es obligatorio.'
        : `Debe tener al menos ${counted(params.limit, 'carácter', 'caracteres')}.`;
    case 'maxLength':
      return `Debe tener como máximo ${counted(params.limit, 'carácter', 'caracteres')}.`;
    case 'minItems':
      return `Debe tener al menos ${counted(params.limit, 'elemento', 'elementos')}.`;
    case 'maxItems':
      return `Debe tener como máximo ${counted(params.limit, 'elemento', 'elementos')}.`;
    case 'uniqueItems':
      return 'No debe repetir elementos.';
    case 'minimum':
      return `Debe ser ${params.limit} o más.`;
    case 'exclusiveMinimum':
      return `Debe ser mayor que ${params.limit}.`;
    case 'maximum':
      return `Debe ser ${params.limit} o menos.`;
    case 'exclusiveMaximum':
      return `Debe ser menor que ${params.limit}.`;
    case 'multipleOf':
      return `Debe ser múltiplo de ${params.multipleOf}.`;
    case 'minProperties':
      return 'Indique al menos un campo.';
    case 'enum':
    case 'const': {
      const allowed = Array.isArray(params.allowedValues) ? params.allowedValues : [params.allowedValue];
      return allowed.length <= 12 ? `Debe ser uno de: ${allowed.join(', ')}.` : 'No es una de las opciones.';
    }
    default:
      return 'El valor no tiene el formato correcto.';
  }
};

const fieldOf = ({ instancePath, keyword, params }: SchemaError): string => {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'required') path.push(String(params.missingProperty));
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty));
  if (keyword === 'unevaluatedProperties') path.push(String(params.unevaluatedProperty));
  if (keyword === 'propertyNames') path.push(String(params.propertyName));
  return path.join('.');
};

// These errors only say that their branches failed; the errors of the branches give the reason.
const wrappers = new Set(['anyOf', 'oneOf', 'if', 'not']);

/** Converts Ajv's errors to Spanish messages by field; `_` is the whole body. */
export const fieldErrorsOf = (schemaErrors: readonly SchemaError[]): FieldErrors => {
  // Without a prototype, because a body may have a field named `constructor`.
  const errors: FieldErrors = Object.create(null);
  const telling = schemaErrors.filter(({ keyword }) => !wrappers.has(keyword));
  for (const schemaError of telling.length > 0 ? telling : schemaErrors) {
    const field = fieldOf(schemaError) || '_';
    const messages = errors[field] ?? [];
    const message = messageOf(schemaError);
    if (!messages.includes(message)) messages.push(message);
    errors[field] = messages;
  }
  return errors;
};
