import AjvCompiler, { type BuildCompilerFromPool } from '@fastify/ajv-compiler';
import SerializerCompiler from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;
type Factories = Required<NonNullable<SchemaController['compilersFactory']>>;

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

const validatorOf = AjvCompiler();
const serializerOf = SerializerCompiler();

const buildValidator: BuildCompilerFromPool = (schemas, options) => {
  const compiler = once(() => validatorOf(schemas, options));
  return (route) => {
    const compiled = once(() => compiler()(route));
    // Fastify reads the validation errors from the function itself.
    const validate = (value: unknown) => {
      const check = compiled();
      const result = check(value);
      validate.errors = check.errors;
      return result;
    };
    validate.errors = null as ReturnType<typeof compiled>['errors'];
    return validate as ReturnType<typeof compiled>;
  };
};

const buildSerializer: Factories['buildSerializer'] = (schemas, options) => {
  const compiler = once(() => serializerOf(schemas, options));
  return (route) => {
    const compiled = once(() => compiler()(route));
    return (value) => compiled()(value);
  };
};

/**
 * Runs Fastify's own compilers on the first request of a route instead of before listening: for several hundred routes
 * they take two seconds, during which the process answers no request.
 */
export const lazySchemas: SchemaController = {
  compilersFactory: { buildValidator, buildSerializer },
};
