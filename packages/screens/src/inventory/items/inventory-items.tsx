import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { Route, Routes } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { SpacePriceCell } from '../prices/space-price-cell.tsx';

// Loaded lazily, so that a list does not load the page of a record.
const ItemHolds = lazy(async () => ({ default: (await import('./item-holds.tsx')).ItemHolds }));
const ItemOccupancy = lazy(async () => ({
  default: (await import('./item-occupancy.tsx')).ItemOccupancy,
}));

const ItemPrices = lazy(async () => ({ default: (await import('./item-prices.tsx')).ItemPrices }));
const CapacityExceptions = lazy(async () => ({
  default: (await import('../exceptions/capacity-exceptions.tsx')).CapacityExceptions,
}));
const ItemExceptions = lazy(async () => ({
  default: (await import('./item-exceptions.tsx')).ItemExceptions,
}));

const Items = resourceScreens(inventoryItems, {
  list: {
    title: 'Inventario',
    description: 'Los espacios que se venden: cortes, franjas, programas, caras y páginas, con su capacidad.',
    cells: { usual_price_amount: SpacePriceCell },
  },
  detail: {
    cells: { usual_price_amount: SpacePriceCell },
    tabs: [
      {
        id: 'ocupacion',
        label: 'Ocupación',
        content: ({ id, code }) => (
          <Suspense>
            <ItemOccupancy code={String(code)} id={id} />
          </Suspense>
        ),
      },
      {
        id: 'reservas',
        label: 'Reservas',
        content: (item) => (
          <Suspense>
            <ItemHolds item={item} />
          </Suspense>
        ),
      },
      {
        id: 'precios',
        label: 'Precios',
        content: ({ id }) => (
          <Suspense>
            <ItemPrices id={id} />
          </Suspense>
        ),
      },
      {
        id: 'excepciones',
        label: 'Excepciones',
        content: (item) => (
          <Suspense>
            <ItemExceptions item={item} />
          </Suspense>
        ),
      },
    ],
  },
});

/** Inventario › Inventario: the spaces that are sold, and the days on which they have another capacity. */
export const InventoryItems = (): ReactElement => (
  <Suspense>
    <Routes>
      <Route element={<CapacityExceptions />} path="excepciones/*" />
      <Route element={<Items />} path="*" />
    </Routes>
  </Suspense>
);
