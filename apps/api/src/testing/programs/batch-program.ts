import { registerAreas } from '../../app.ts';
import { run } from '../../platform/run.ts';
import { buildServer } from '../../platform/server.ts';
import { mountResource } from '../../resource/mount-resource.ts';
import { mountedBatches } from '../made-up/batches.ts';

// The program of apps/api with the made-up resource whose commands run as jobs.
await run({
  startTasks: [],
  buildApp: async (options) => {
    const app = await buildServer(options);
    const { resource, hooks } = mountedBatches;
    await registerAreas(app, {
      resources: [resource],
      area: (server) => mountResource(server, resource, hooks),
    });
    await app.ready();
    return app;
  },
});
