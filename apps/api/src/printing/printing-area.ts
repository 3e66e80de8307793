import type { Area } from '../platform/area.ts';
import { createPrinter, type Printer } from './printer.ts';

declare module 'fastify' {
  interface FastifyInstance {
    printer: Printer;
  }
}

/** Printing of documents as PDF, for the areas. */
export const printingArea: Area = (app) => {
  const printer = createPrinter({ log: app.log });
  app.decorate('printer', printer);
  app.addHook('onClose', async () => printer.close());
};
