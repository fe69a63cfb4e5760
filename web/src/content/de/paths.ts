export { de as paths } from '../addresses'
