/** The script contains the rendering code. */
export { FormView as LazyFormView } from '../form/view/form-view.tsx';
