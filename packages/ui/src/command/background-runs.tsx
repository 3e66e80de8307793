import type { ReactElement } from 'react';
import type { FollowedRun } from './command-run.ts';
import { leaveRun } from './run-queue.ts';
import { useRun, useRunReport } from './use-run.ts';

function BackgroundRun({ followed }: { followed: FollowedRun }): null {
  const report = useRunReport(followed);
  useRun(followed, (run) => {
    leaveRun(run.id);
    report(run);
  });
  return null;
}

/** Reports the end of runs whose dialog was closed. */
export function BackgroundRuns({ runs }: { runs: readonly FollowedRun[] }): ReactElement {
  return (
    <>
      {runs.map((followed) => (
        <BackgroundRun followed={followed} key={followed.run.id} />
      ))}
    </>
  );
}
