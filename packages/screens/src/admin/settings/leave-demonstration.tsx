import { useApi, useApiQuery } from '@pauta/core/react';
import { fold } from '@pauta/domain/text/fold.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { TextField } from '@pauta/ui/controls/text-field.tsx';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { type ReactElement, useState } from 'react';

const phrase = 'dejar la demostración';

/**
 * Says that the installation is a demonstration, with the command that leaves it. Nothing is shown in any other
 * installation.
 */
export function LeaveDemonstration({ locked }: { readonly locked: string | undefined }): ReactElement | null {
  const api = useApi();
  const { data } = useApiQuery<{ readonly data: { readonly is_demonstration: boolean } }>('/demonstration');
  const [typed, setTyped] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  if (!data?.data.is_demonstration) return null;

  const leave = async (): Promise<void> => {
    setLeaving(true);
    setFailure(null);
    try {
      await api.post('/demonstration/leave');
      // Every list and record that a page holds is gone.
      window.location.reload();
    } catch (error) {
      setFailure(describeFailure(error).message);
      setLeaving(false);
    }
  };

  return (
    <>
      <Banner
        actions={
          <Button disabledReason={locked} onClick={() => setTyped('')} tone="danger">
            Dejar la demostración
          </Button>
        }
        tone="warning"
      >
        <strong>Esta instalación es una demostración.</strong> Lo que se factura en ella no tiene valor
        fiscal. Para empezar con datos propios, déjela.
      </Banner>
      <Dialog
        onClose={() => {
          if (!isLeaving) setTyped(null);
        }}
        open={typed !== null}
        title="Dejar la demostración"
        width={36}
      >
        {failure && (
          <Banner live tone="danger">
            {failure}
          </Banner>
        )}
        <p>
          Se borran todos los registros, también los que alguien creó a mano: clientes, agencias, contactos,
          actividades, oportunidades, cotizaciones, contratos, inventario, precios, materiales, facturas,
          cobros, asientos y presupuestos. También se borran las compañías y los usuarios de la demostración.
        </p>
        <p>
          Quedan los catálogos, la configuración, los impuestos y las cuentas, los roles, los usuarios que se
          crearon a mano y la auditoría. La numeración empieza de nuevo. No se puede deshacer.
        </p>
        <TextField
          autoComplete="off"
          label={`Escriba «${phrase}» para confirmar`}
          onChange={setTyped}
          value={typed ?? ''}
        />
        <DialogActions>
          <Button disabledReason={isLeaving ? 'Se está borrando.' : undefined} onClick={() => setTyped(null)}>
            Cancelar
          </Button>
          <Button
            disabledReason={
              fold(typed ?? '').trim() === fold(phrase) ? undefined : `Escriba antes «${phrase}».`
            }
            loading={isLeaving}
            onClick={() => void leave()}
            tone="danger"
          >
            Borrar todo y empezar vacío
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
