import { availsSheets } from '@pauta/domain/inventory/avails/avails-sheet.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** The sheets of avails that were shared: until when their links open, and withdrawing them. */
export const AvailsSheets = resourceScreens(availsSheets, {
  list: {
    description: 'Las hojas que se compartieron con un enlace, y hasta cuándo se abren.',
    actions: <LinkButton to="/ventas/ocupacion-disponibilidad">Ocupación y Disponibilidad</LinkButton>,
    empty:
      'Comparta la disponibilidad desde Ocupación y Disponibilidad: aquí verá cada enlace y podrá retirarlo.',
  },
  detail: {
    actions: (sheet) => (
      <DownloadButton name="Disponibilidad.pdf" path={`/avails-sheets/${sheet.id}/avails.pdf`}>
        Descargar PDF
      </DownloadButton>
    ),
  },
});
