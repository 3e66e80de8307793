import { techTemplates } from '@pauta/domain/inventory/tech-templates/tech-template.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** Inventario › Gestión de Fichas Técnicas. */
export const TechTemplates = resourceScreens(techTemplates, {
  list: { title: 'Gestión de Fichas Técnicas' },
});
