import type { ReactNode } from 'react';

/** How an area displays the plan of a command, which is also part of the answer of its run. */
export interface PlanDisplay<Plan = unknown> {
  /** What the command would do; `go` closes the dialog and opens another page. */
  show(plan: Plan, go: (path: string) => void): ReactNode;
  /** Text of the notification after the run; by default `done` of the command. */
  done?(answer: Plan): string;
  /** Whether the run changed anything; then undoing it is offered. */
  hasEffect?(answer: Plan): boolean;
  /** Paths of other resources that the command changes, to be reloaded. */
  readonly also?: readonly string[];
}
