import { type ApiClient, ApiError } from '@pauta/core';
import { workOrderPhotos } from '@pauta/domain/implementation/work-orders/work-order-photo.ts';
import { workOrderSteps } from '@pauta/domain/implementation/work-orders/work-order-step.ts';
import { uploadFile } from '@pauta/ui/data/upload-file.ts';
import type { FieldEntry } from './field-store.ts';

/** What became of an entry: sent, refused with a message, or to be sent later because nothing answered. */
export type Sent =
  | { readonly is: 'sent' }
  | { readonly is: 'later' }
  | { readonly is: 'refused'; readonly why: string };

/** What another attempt may change: the network, a busy server, a session that ended. */
const isPassing = (status: number): boolean =>
  status === 0 || status >= 500 || [401, 408, 423, 425, 429].includes(status);

const send = async (api: ApiClient, entry: FieldEntry): Promise<void> => {
  const idempotencyKey = entry.id;
  const at = new Date(entry.madeAt).toISOString();
  if (entry.kind === 'tick') {
    const name = entry.isDone ? 'tick' : 'untick';
    const body = entry.isDone ? { done_at: at } : {};
    await api.post(`/${workOrderSteps.path}/${entry.stepId}/${name}`, body, { idempotencyKey });
    return;
  }
  const file = new File([entry.content], entry.name, {
    type: entry.content.type,
    lastModified: entry.madeAt,
  });
  const stored = await uploadFile(api, file, new AbortController().signal, () => {});
  const place = (degrees: number | null): string | null => (degrees === null ? null : degrees.toFixed(6));
  await api.post(
    `/${workOrderPhotos.path}`,
    {
      work_order_id: entry.orderId,
      description: entry.title,
      file: stored.id,
      taken_at: at,
      latitude: place(entry.latitude),
      longitude: place(entry.longitude),
      accuracy_m: entry.accuracy_m,
      sha256: entry.sha256,
    },
    // The file has another id at each attempt, so the same key would be refused for another body; the hash keeps a
    // photo from being there twice.
    {},
  );
};

/** Sends an entry. A photo that is there already was sent before its answer was lost. */
export const sendEntry = async (api: ApiClient, entry: FieldEntry): Promise<Sent> => {
  try {
    await send(api, entry);
    return { is: 'sent' };
  } catch (error) {
    if (!(error instanceof ApiError)) return { is: 'later' };
    if (entry.kind === 'photo' && error.status === 409 && error.code === 'duplicate') return { is: 'sent' };
    if (entry.kind === 'tick' && !entry.isDone && error.code === 'not_done') return { is: 'sent' };
    return isPassing(error.status) ? { is: 'later' } : { is: 'refused', why: error.message };
  }
};
