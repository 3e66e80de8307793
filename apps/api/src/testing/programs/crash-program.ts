import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { command } from '../../platform/command.ts';
import { run } from '../../platform/run.ts';
import { buildServer } from '../../platform/server.ts';

// The program of apps/api with a single route instead of its areas, whose write inserts two rows.
await run({
  startTasks: [],
  buildApp: async (options) => {
    const app = await buildServer(options);
    app.post<{ Body: { name: string; wait?: number } }>(
      '/api/writes',
      { config: { access: 'public' } },
      (request) =>
        command(request, async (tx) => {
          const id = randomUUID();
          for (const half of ['first', 'second']) {
            await tx.query(
              sql`INSERT INTO audit_log (entity, entity_id, action, reason) VALUES ('crash', ${request.body.name}, ${half}, ${id})`,
            );
            if (request.body.wait) {
              process.stdout.write(`writes ${request.body.name}\n`);
              await sleep(request.body.wait);
            }
          }
          return { status: 201, body: { id } };
        }),
    );
    await app.ready();
    return app;
  },
});
