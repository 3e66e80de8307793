import { buildApp, startTasks } from './app.ts';
import { findSnapshot } from './demo/snapshot/find-snapshot.ts';
import { run } from './platform/run.ts';

await run({ buildApp, startTasks, findTemplate: findSnapshot });
