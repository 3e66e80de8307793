import { BaseSequencer, type TestSpecification } from 'vitest/node';

const slowFiles = /\/e2e\/(screens|list-keyboard)\.test\.ts$/;

/**
 * Starts the short files whose tests open every page first. On a machine that has not run them yet, vitest sorts by
 * file size, and one worker would run them alone at the end.
 */
export class SlowTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // The sort is stable: all other files keep their order.
    const rank = ({ moduleId, project }: TestSpecification): number =>
      project.name !== 'e2e' ? 0 : slowFiles.test(moduleId) ? 1 : 2;
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
