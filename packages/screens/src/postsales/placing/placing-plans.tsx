import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { placingPlans } from '@pauta/domain/postsales/placing/placing-plan.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { PlacingResultView } from './placing-result.tsx';

/** PostVenta › Gestión de Cupos › Planes de colocación. */
export const PlacingPlans = resourceScreens(placingPlans, {
  list: {
    description:
      'Lo que se colocó en los cortes de una vez: se calcula, se revisa, se aplica y se deshace entero.',
    empty: 'Cree un plan para colocar de una vez los anuncios de un canal o emisora.',
  },
  detail: {
    description: ({ subdivision_id }) => (subdivision_id as Reference | null)?.label,
    tabs: [{ id: 'resultado', label: 'Resultado', content: (plan) => <PlacingResultView plan={plan} /> }],
  },
});
