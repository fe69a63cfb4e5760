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
        match self {
            Self::Api => "api",
            Self::SecondApi => "api-2",
            Self::Worker => "worker",
            Self::SecondWorker => "worker-2",
            Self::ThirdWorker => "worker-3",
        }
    }

    pub(super) fn is_api(self) -> bool {
        matches!(self, Self::Api | Self::SecondApi)
    }
}
