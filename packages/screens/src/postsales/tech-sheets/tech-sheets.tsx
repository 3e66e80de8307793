import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { techSheets } from '@pauta/domain/postsales/tech-sheets/tech-sheet.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { type ComponentProps, lazy, type ReactElement, Suspense } from 'react';

const SheetItems = lazy(async () => ({ default: (await import('./sheet-parts.ts')).SheetItems }));
const SheetLinks = lazy(async () => ({ default: (await import('./sheet-parts.ts')).SheetLinks }));
const AskMaterial = lazy(async () => ({ default: (await import('./sheet-parts.ts')).AskMaterial }));

const AskDialog = (props: ComponentProps<typeof AskMaterial>): ReactElement => (
  <Suspense>
    <AskMaterial {...props} />
  </Suspense>
);

/** PostVenta › Fichas Técnicas: what each sold line asks the client for, and what was delivered. */
export const TechSheets = resourceScreens(techSheets, {
  list: {
    title: 'Fichas Técnicas',
    empty: 'Al firmar un contrato, cada renglón cuyo espacio tiene una plantilla recibe su ficha.',
    description: 'Los datos y materiales que pide cada renglón vendido, con su fecha de entrega.',
  },
  detail: {
    description: ({ client_id }) => (client_id as Reference | null)?.label,
    tabs: [
      {
        id: 'requisitos',
        label: 'Requisitos',
        content: (sheet) => (
          <Suspense>
            <SheetItems sheet={sheet} />
          </Suspense>
        ),
      },
      {
        id: 'cliente',
        label: 'Cliente',
        content: (sheet) => (
          <Suspense>
            <SheetLinks sheet={sheet} />
          </Suspense>
        ),
      },
    ],
    commandDialogs: { ask: AskDialog },
  },
});
