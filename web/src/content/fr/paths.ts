export { fr as paths } from '../addresses'
