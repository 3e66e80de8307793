// The placing process: plans spots into breaks, one problem at a time. The search occupies its thread for seconds, so it
// is in a process of its own, which ends when it is idle (`placer.ts`).

import { explainUnplaced } from '@pauta/domain/postsales/placing/explain-unplaced.ts';
import { firstFit, placeSpots } from '@pauta/domain/postsales/placing/place-spots.ts';
import type { PlacingProblem } from '@pauta/domain/postsales/placing/placing-problem.ts';
import { rotateMaterials } from '@pauta/domain/postsales/placing/rotate-materials.ts';
import type { PlaceAnswer, PlaceRequest, Plan } from './place-request.ts';

const planOf = (problem: PlacingProblem): Plan => {
  const units = placeSpots(problem);
  return {
    units,
    materials: rotateMaterials(problem, units),
    gaps: explainUnplaced(problem, units),
    firstFit: firstFit(problem).length,
  };
};

process.on('message', ({ problem }: PlaceRequest) => {
  const answer = (outcome: { plan: Plan } | { failure: string }): void => {
    process.send?.({ ...outcome, memory: process.memoryUsage.rss() } satisfies PlaceAnswer);
  };
  try {
    answer({ plan: planOf(problem) });
  } catch (error) {
    answer({ failure: error instanceof Error ? error.message : String(error) });
  }
});
