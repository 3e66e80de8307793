import { BaseSequencer, type TestSpecification } from 'vitest/node';

const walks = /\/e2e\/(screens|list-keyboard)\.test\.ts$/;

/**
 * The short files that walk through every page start first. On a machine that has not run them yet vitest goes by
 * the length of a file, and one worker would be left with them at the end.
 */
export class WalksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Stable: everything else keeps its place.
    const rank = ({ moduleId, project }: TestSpecification): number =>
      project.name !== 'e2e' ? 0 : walks.test(moduleId) ? 1 : 2;
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
