import { clients } from '@pauta/domain/crm/clients/client.ts';
import { portfolioRules } from '@pauta/domain/presales/portfolio-rule.ts';
import { conditionCell, conditionInput } from '@pauta/ui/query/condition-input.tsx';
import { Link, Route, Routes } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { Board } from './board.tsx';

const Simulations = lazy(async () => ({
  default: (await import('./simulation/simulations.tsx')).Simulations,
}));

const everything = 'Todos los clientes';

const Rules = resourceScreens(portfolioRules, {
  cells: { conditions: conditionCell(clients, everything) },
  inputs: { conditions: conditionInput(clients, everything) },
  list: {
    description: (
      <>
        Quién debería tener qué clientes. Se aplican en{' '}
        <Link to="/prevanta/distribucion-cartera">Distribución de Cartera</Link> y proponen el vendedor de un
        cliente nuevo.
      </>
    ),
  },
});

/** PreVenta › Distribución de Cartera: the board, its rules and simulations. */
export function Portfolio(): ReactElement {
  return (
    <Routes>
      <Route element={<Rules />} path="reglas/*" />
      <Route
        element={
          <Suspense>
            <Simulations />
          </Suspense>
        }
        path="simulaciones/*"
      />
      <Route element={<Board />} path="*" />
    </Routes>
  );
}
