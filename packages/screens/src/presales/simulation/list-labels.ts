import type { Reference } from '@pauta/domain/kinds/reference.ts';

const named = 3;

/** Names in a sentence. @example listLabels([ana, beto, carla, dora]) // 'Ana, Beto, Carla y 1 más' */
export const listLabels = (all: readonly Reference[]): string => {
  const labels = all.slice(0, named).map(({ label }) => label);
  const more = all.length - labels.length;
  return new Intl.ListFormat('es').format([...labels, ...(more > 0 ? [`${more} más`] : [])]);
};
