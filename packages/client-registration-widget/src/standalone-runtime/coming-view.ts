/** The script draws the form itself. */
export { FormView as ComingView } from '../form/view/form-view.tsx';
