import { buildApp, startTasks } from './app.ts';
import { run } from './platform/run.ts';

await run({ buildApp, startTasks });
