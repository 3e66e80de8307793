import type { FiscalDocument } from '@pauta/domain/finance/fiscal-documents.ts';
import sql from 'sql-template-tag';
import { command } from '../../platform/command.ts';
import { run } from '../../platform/run.ts';
import { buildServer } from '../../platform/server.ts';
import { takeFiscalNumber } from '../fiscal-number.ts';

interface Body {
  readonly company: string;
  readonly document: FiscalDocument;
  readonly day: string;
}

// The program of apps/api with a single route, which takes a fiscal number and logs it in the same transaction.
await run({
  startTasks: [],
  buildApp: async (options) => {
    const app = await buildServer(options);
    app.post<{ Body: Body }>('/api/fiscal-numbers', { config: { access: 'public' } }, (request) =>
      command(request, async (tx) => {
        const { company, document, day } = request.body;
        const number = await takeFiscalNumber(tx, company, document, day);
        await tx.query(
          sql`INSERT INTO audit_log (entity, entity_id, action) VALUES ('taken_numbers', ${number}, 'create')`,
        );
        return { status: 201, body: { number } };
      }),
    );
    await app.ready();
    return app;
  },
});
