import { catalogues } from '@pauta/domain/catalogues/catalogues.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import type { ComponentType } from 'react';

/** The screens of one catalogue, derived from its definition alone. */
export function catalogueScreen(name: string): ComponentType {
  const catalogue = catalogues.find((one) => one.name === name);
  if (!catalogue) throw new Error(`There is no catalogue ${name}`);
  return resourceScreens(catalogue);
}
