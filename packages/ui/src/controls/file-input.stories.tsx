import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { FileInput, type UploadFile } from './file-input.tsx';

const upload: UploadFile = async (file) => {
  await new Promise((done) => setTimeout(done, 1500));
  return { id: '1', name: file.name, mime: file.type, bytes: file.size };
};

const meta = { title: 'Controles/FileInput', component: FileInput } satisfies Meta<typeof FileInput>;

export default meta;
type Story = StoryObj;

export const Empty: Story = {
  render: () => (
    <Stateful initial={null as StoredFile | null}>
      {(value, onChange) => (
        <FileInput
          accept={['application/pdf', 'image/png']}
          label="Documento de exención"
          maxBytes={5242880}
          onChange={onChange}
          upload={upload}
          value={value}
        />
      )}
    </Stateful>
  ),
};

export const Stored: Story = {
  render: () => (
    <Stateful
      initial={
        { id: '1', name: 'exencion-2026.pdf', mime: 'application/pdf', bytes: 482133 } as StoredFile | null
      }
    >
      {(value, onChange) => (
        <FileInput
          accept={['application/pdf', 'image/png']}
          label="Documento de exención"
          maxBytes={5242880}
          onChange={onChange}
          upload={upload}
          value={value}
        />
      )}
    </Stateful>
  ),
};

export const Failing: Story = {
  render: () => (
    <Stateful initial={null as StoredFile | null}>
      {(value, onChange) => (
        <FileInput
          accept={['application/pdf', 'image/png']}
          label="Documento de exención"
          maxBytes={5242880}
          onChange={onChange}
          upload={() => Promise.reject(new Error('El archivo no es un PDF.'))}
          value={value}
        />
      )}
    </Stateful>
  ),
};
