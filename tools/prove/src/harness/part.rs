//! The processes of the product.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Api,
    SecondApi,
    Worker,
    SecondWorker,
    ThirdWorker,
}

impl Part {
    pub(crate) fn name(self) -> &'static str {
        ["api", "api-2", "worker", "worker-2", "worker-3"][self as usize]
    }

    pub(super) fn is_api(self) -> bool {
        matches!(self, Self::Api | Self::SecondApi)
    }
}
