import { useApi, useInvalidate } from '@pauta/core/react';
import { evidenceItems } from '@pauta/domain/postsales/evidence/evidence-item.ts';
import { openEvidenceStates } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { uploadFile } from '@pauta/ui/data/upload-file.ts';
import { Camera } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 of what the camera gave; null where the page is not secure and the browser does not calculate it. */
const hashOf = async (file: File): Promise<string | null> =>
  globalThis.crypto?.subtle
    ? hexOf(await globalThis.crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    : null;

/** Milliseconds for which a place is awaited: nobody may answer the question of the browser. */
const patience = 10_000;

/** Where the telephone is; null if it may not say so, or does not know it soon. */
const placeOf = (): Promise<{ latitude: string; longitude: string } | null> =>
  new Promise((done) => {
    if (!('geolocation' in navigator)) {
      done(null);
      return;
    }
    setTimeout(() => done(null), patience);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => done({ latitude: coords.latitude.toFixed(6), longitude: coords.longitude.toFixed(6) }),
      () => done(null),
      { enableHighAccuracy: true, timeout: patience, maximumAge: 60_000 },
    );
  });

/** Takes a photo with the camera of a telephone: its time, its hash and, if permitted, its place are those of this moment. */
export function CapturePhoto({ report }: { readonly report: AnyRecord }): ReactElement | null {
  const api = useApi();
  const invalidate = useInvalidate();
  const { create } = useMay(evidenceItems);
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  if (!create.allowed || !openEvidenceStates.some((state) => state === report.status)) return null;
  const add = async (file: File): Promise<void> => {
    setBusy(true);
    try {
      const captured_at = new Date().toISOString();
      const [captured_sha256, place, stored] = await Promise.all([
        hashOf(file),
        placeOf(),
        uploadFile(api, file, new AbortController().signal, () => {}),
      ]);
      await api.post(`/${evidenceItems.path}`, {
        report_id: report.id,
        kind: 'photo',
        file: stored.id,
        captured_at,
        captured_sha256,
        ...place,
        description: 'Foto tomada en el lugar',
        device: 'Cámara del teléfono',
      });
      notify(
        place === null
          ? 'Foto agregada, sin lugar: el teléfono no lo dio.'
          : 'Foto agregada, con su hora y su lugar.',
      );
      // If reloading fails, the query reports it.
      invalidate(`/${evidenceItems.path}`, '/evidence-reports').catch(() => {});
    } catch (error) {
      notify(`La foto no se agregó. ${describeFailure(error).message}`, { tone: 'danger' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <input
        accept="image/jpeg,image/png,image/webp"
        aria-label="Foto de la cámara"
        capture="environment"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void add(file);
        }}
        ref={input}
        type="file"
      />
      <Button icon={<Camera aria-hidden size={16} />} loading={isBusy} onClick={() => input.current?.click()}>
        Tomar foto
      </Button>
    </>
  );
}
