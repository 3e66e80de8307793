import { packages } from '@pauta/domain/inventory/packages/package.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** Inventario › Paquetes. */
export const Packages = resourceScreens(packages);
