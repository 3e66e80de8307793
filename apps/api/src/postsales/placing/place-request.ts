import type { Unplaced } from '@pauta/domain/postsales/placing/explain-unplaced.ts';
import type { PlacedUnit, PlacingProblem } from '@pauta/domain/postsales/placing/placing-problem.ts';
import type { ProcessAnswer } from '../../platform/processes/worker-process.ts';

/** What the placing process is asked. */
export interface PlaceRequest {
  readonly problem: PlacingProblem;
}

/** A plan with what it leaves out. */
export interface Plan {
  readonly units: readonly PlacedUnit[];
  /** Of each unit: its material, if its line has any. */
  readonly materials: readonly (string | null)[];
  readonly gaps: readonly Unplaced[];
  /** How many units the first fit would place. */
  readonly firstFit: number;
}

export type PlaceAnswer = ProcessAnswer & ({ readonly plan: Plan } | { readonly failure: string });
