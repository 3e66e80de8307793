import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import { accountRoomDays, accountRooms } from '@pauta/domain/billing/account-rooms/account-room.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { whatsAppText } from '@pauta/ui/field-components/phones/phone-links.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { PublicLinkDialog, ShownOnce } from '@pauta/ui/public-link/public-link-dialog.tsx';
import type { SharedLink } from '@pauta/ui/public-link/share-link.tsx';
import { type ReactElement, useRef, useState } from 'react';

const { share } = accountRooms.commands;

/** Asks who of which account gets its page, then shows the link, which is not shown again. */
export function ShareAccount({ onClose }: { readonly onClose: () => void }): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const key = useRef(createIdempotencyKey());
  const [link, setLink] = useState<SharedLink>();
  const fields = share?.fields ?? {};
  if (link)
    return (
      <PublicLinkDialog
        chat={(url) => whatsAppText(null, `Sus facturas y su balance: ${url}`)}
        onClose={onClose}
        path={link.path}
        title={`Enlace a la cuenta: ${link.recipient}`}
      >
        <ShownOnce>Si lo pierde, abra otra página de cuenta y tendrá uno nuevo.</ShownOnce>
        {link.mailed_to !== null && <p>También sale por correo a {link.mailed_to}.</p>}
      </PublicLinkDialog>
    );
  const submit = async (values: Values): Promise<void> => {
    try {
      const { data } = await api.post<{ data: SharedLink }>(
        `/${accountRooms.path}/share`,
        toBody(fields, values),
        { idempotencyKey: key.current },
      );
      // If reloading fails, the query reports it.
      invalidate(`/${accountRooms.path}`).catch(() => {});
      setLink(data);
    } catch (error) {
      key.current = createIdempotencyKey();
      throw error;
    }
  };
  return (
    <Dialog onClose={onClose} open title={share?.label ?? ''} width={48}>
      <FieldsForm
        above={<p>{share?.explanation}</p>}
        autoFocus
        bar="dialog"
        fields={fields}
        initial={{ expires_on: addDays(companyToday(), accountRoomDays), sends_mail: true }}
        onCancel={onClose}
        onSubmit={submit}
        submitLabel="Abrir"
      />
    </Dialog>
  );
}
