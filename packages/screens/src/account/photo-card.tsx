import { profilePhotoUrl } from '@pauta/core';
import { useApi, useApiMutation, useSession } from '@pauta/core/react';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { CircleUserRound } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { styled } from 'styled-components';

const accept = 'image/jpeg,image/png,image/webp';
const maxBytes = 2 * 1024 * 1024;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--pauta-space-4);
  & > img, & > svg {
    inline-size: 88px;
    block-size: 88px;
    border-radius: var(--pauta-radius-full);
    object-fit: cover;
    color: var(--pauta-color-text-muted);
  }
  & > div { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); }
  & > p { flex-basis: 100%; margin: 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
`;

/** The profile photo, shown in the top bar and beside the user's name. */
export function PhotoCard(): ReactElement {
  const { user, fetchUser } = useSession();
  const { baseUrl } = useApi();
  const input = useRef<HTMLInputElement>(null);
  const change = useApiMutation(
    (api, photo: File | null) => {
      if (!photo) return api.delete('/profile/photo');
      const body = new FormData();
      body.append('photo', photo);
      return api.post('/profile/photo', body);
    },
    { invalidates: ['/profile'] },
  );
  const save = (photo: File | null): void => {
    if (photo && photo.size > maxBytes) {
      notify('La foto pesa más de 2 MB. Elija una más liviana.', { tone: 'danger' });
      return;
    }
    change.run(photo).then(
      () => {
        notify(photo ? 'Foto actualizada' : 'Foto eliminada');
        void fetchUser();
      },
      (failure) => notify(describeFailure(failure).message, { tone: 'danger' }),
    );
  };
  const photo = profilePhotoUrl(user?.profile_photo, baseUrl);

  return (
    <Card title="Foto">
      <Row>
        {photo ? <img alt="Su foto" src={photo} /> : <CircleUserRound aria-hidden strokeWidth={1.25} />}
        <div>
          <input
            accept={accept}
            aria-label="Archivo de la foto"
            hidden
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = '';
              if (file) save(file);
            }}
            ref={input}
            type="file"
          />
          <Button loading={change.pending} onClick={() => input.current?.click()}>
            {photo ? 'Cambiar foto' : 'Subir foto'}
          </Button>
          {photo && (
            <Button onClick={() => save(null)} tone="quiet">
              Quitar
            </Button>
          )}
        </div>
        <p>JPG, PNG o WebP de hasta 2 MB.</p>
      </Row>
    </Card>
  );
}
